import { expect, it } from 'vitest'
import { TooManyRows } from '../../too-many-rows.ts'
import { boundRows } from './row-bound.ts'

/** Some rows for each of these buckets, or as many of them as fit. */
function rowsOf(buckets: readonly number[], each: number, most = Number.POSITIVE_INFINITY) {
  const rows = buckets
    .flatMap((bucket) => Array.from({ length: each }, () => bucket))
    .slice(0, most)
  return { rows: rows.length, last: rows.at(-1) ?? 0 }
}

const shareOf = (act: () => void) => {
  try {
    act()
  } catch (error) {
    if (error instanceof TooManyRows) return error.share
    throw error
  }
  return 1
}

it('a result above the row limit reports which share of buckets would fit', () => {
  const ten = { from: 10, to: 20 }
  const ascending = rowsOf([10, 11, 12, 13, 14], 4, 17)
  const descending = rowsOf([19, 18, 17, 16, 15], 4, 17)
  for (const [read, order] of [
    [ascending, 'asc'],
    [descending, 'desc'],
  ] as const) {
    const share = shareOf(() => boundRows(16).after(read, ten, order))
    expect(Math.floor(share * 10)).toBeGreaterThanOrEqual(3)
    expect(share * 10).toBeLessThanOrEqual(4)
  }
})

it('spans that would exceed the row limit are rejected before they are read', () => {
  const bound = boundRows(16)
  bound.before({ from: 0, to: 1000 })
  bound.after(rowsOf([0, 1, 2, 3], 4), { from: 0, to: 4 }, 'asc')
  bound.before({ from: 4, to: 8 })
  expect(shareOf(() => bound.before({ from: 4, to: 12 }))).toBe(0.5)
  bound.after(rowsOf([7], 1), { from: 4, to: 8 }, 'asc')
  bound.before({ from: 8, to: 72 })
})
