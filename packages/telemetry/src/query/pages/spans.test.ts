import fc from 'fast-check'
import { expect, it } from 'vitest'
import { TooManyRows } from '../../too-many-rows.ts'
import type { Range } from '../plan/range.ts'
import { type Order, readSpans } from './spans.ts'

/** The spans read when a span wider than `most` has too many rows. */
async function spans(range: Range, first: number, order: Order, most = Number.POSITIVE_INFINITY) {
  const read: Range[] = []
  const attempt = async (span: Range) => {
    const width = span.to - span.from
    if (width > most) throw new TooManyRows(most / width, undefined)
    return span
  }
  for await (const span of readSpans(range, { first, order }, attempt)) read.push(span)
  return read
}

it('spans grow from the end of the range that is read first', async () => {
  expect(await spans({ from: 0, to: 100 }, 5, 'asc')).toEqual([
    { from: 0, to: 5 },
    { from: 5, to: 45 },
    { from: 45, to: 100 },
  ])
  expect(await spans({ from: 0, to: 100 }, 5, 'desc')).toEqual([
    { from: 95, to: 100 },
    { from: 55, to: 95 },
    { from: 0, to: 55 },
  ])
})

it('spans cover any range exactly once', async () => {
  const number = fc.integer({ min: -1e9, max: 1e9 })
  const width = fc.integer({ min: 1e5, max: 1e6 })
  await fc.assert(
    fc.asyncProperty(number, number, width, width, async (from, to, first, most) => {
      const asc = await spans({ from, to }, first, 'asc', 1000 * most)
      const desc = (await spans({ from, to }, first, 'desc', 1000 * most)).toReversed()
      for (const cut of [asc, desc]) {
        expect(cut[0]?.from).toBe(from < to ? from : undefined)
        expect(cut.at(-1)?.to).toBe(from < to ? to : undefined)
        for (const [i, span] of cut.entries()) {
          expect(span.to).toBeGreaterThan(span.from)
          if (i > 0) expect(span.from).toBe(cut[i - 1]?.to)
        }
      }
    }),
  )
})

it('a span with too many rows is narrowed, down to one position', async () => {
  expect(await spans({ from: 0, to: 40 }, 16, 'asc', 8)).toEqual([
    { from: 0, to: 8 },
    { from: 8, to: 16 },
    { from: 16, to: 24 },
    { from: 24, to: 32 },
    { from: 32, to: 40 },
  ])
  await expect(spans({ from: 0, to: 40 }, 16, 'desc', 0.5)).rejects.toBeInstanceOf(TooManyRows)
})

it('finds a span that fits in few attempts, even if smaller ones read as many rows', async () => {
  let attempts = 0
  async function attempt({ from, to }: Range) {
    attempts++
    // Two parts of the table, granules of a thousand positions.
    const rows = 2 * 1000 * (Math.ceil(to / 1000) - Math.floor(from / 1000))
    if (rows > 60_000) throw new TooManyRows(60_000 / rows, undefined)
    return rows
  }
  const found: number[] = []
  const spans = readSpans({ from: 500, to: 31_000 }, { first: 31_000, order: 'asc' }, attempt)
  for await (const rows of spans) found.push(rows)
  expect(found).toEqual([32_000, 32_000])
  expect(attempts).toBe(3)
})
