import { isoOf } from '@sluice/runtime'
import { expect, it } from 'vitest'
import { type Cells, differenceOf } from './cells.ts'
import { thinnedCells } from './thinned.ts'

const range = { from: 0, to: 1000e6 }
const all: Cells = new Map(
  Array.from({ length: 1000 }, (_, i) => [`${isoOf(i * 1e6)} level`, (i * 7919) % 1009] as const),
)
const POINTS = 10

function differs(method: 'lttb' | 'minmax', kept: Cells): boolean {
  const found = new Map([...Object.entries({ count: all.size, points: kept.size }), ...kept])
  const expected = thinnedCells(all, kept.keys(), { method, range, points: POINTS })
  return differenceOf(found, expected) !== undefined
}

const some = [...all].filter((_, i) => i % 111 === 0)

it('samples that keep the shape have both ends, and as many points as asked for', () => {
  expect(some).toHaveLength(POINTS)
  expect(differs('lttb', new Map(some))).toBe(false)
  expect(differs('lttb', new Map(some.slice(1)))).toBe(true)
  expect(differs('lttb', new Map([...all].slice(1, 11)))).toBe(true)
  expect(differs('lttb', new Map())).toBe(true)
  expect(differs('lttb', all)).toBe(true)
  expect(differs('lttb', new Map([...some.slice(0, -1), [`${isoOf(999e6)} level`, -1]]))).toBe(true)
})

it('samples that keep the extremes have those of each span', () => {
  const kept = [0, 1, 2, 3, 4].flatMap((span) => {
    const own = [...all].slice(span * 200, span * 200 + 200)
    own.sort(([, one], [, other]) => Number(one) - Number(other))
    return [own.slice(0, 1), own.slice(-1)].flat()
  })
  expect(differs('minmax', new Map(kept))).toBe(false)
  for (const [i] of kept.entries())
    expect(differs('minmax', new Map(kept.toSpliced(i, 1)))).toBe(true)
})
