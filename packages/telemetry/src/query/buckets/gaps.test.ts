import { atOnce } from '@sluice/runtime'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Range } from '../plan/range.ts'
import { gapsOf } from './gaps.ts'

const series = { things: [1, 2, 3], metrics: [1, 2], span: { from: 0, to: 10 } }
const range = fc.tuple(fc.nat(9), fc.integer({ min: 1, max: 4 }))

/** Ascending, disjoint ranges inside the span. */
function ranges(drawn: [number, number][]): Range[] {
  const sorted = drawn.map(([from, width]) => ({ from, to: Math.min(10, from + width) }))
  sorted.sort((a, b) => a.from - b.from)
  return sorted.filter(
    ({ from }, i) => from > Math.max(-1, ...sorted.slice(0, i).map(({ to }) => to)),
  )
}

it('every instant of a series is either covered or in exactly one gap', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(range, { maxLength: 3 }), { minLength: 6, maxLength: 6 }),
      (drawn) => {
        const covered = (thing: number, metric: number) =>
          ranges(drawn[(thing - 1) * 2 + metric - 1] ?? [])
        const gaps = atOnce(gapsOf(series, covered)) ?? []
        for (const thing of series.things) {
          for (const metric of series.metrics) {
            const own = gaps.filter(
              (gap) => gap.things.includes(thing) && gap.metrics.includes(metric),
            )
            const found = [...own, ...covered(thing, metric)].sort((a, b) => a.from - b.from)
            const ends = found.map(({ to }) => to)
            expect(found.map(({ from }) => from)).toEqual([0, ...ends.slice(0, -1)])
            expect(ends.at(-1)).toBe(10)
          }
        }
      },
    ),
  )
})

it('series that lack the same ranges share a gap', () => {
  const edges = [{ from: 2, to: 9 }]
  expect(atOnce(gapsOf(series, () => edges))).toEqual([
    { things: [1, 2, 3], metrics: [1, 2], from: 0, to: 2 },
    { things: [1, 2, 3], metrics: [1, 2], from: 9, to: 10 },
  ])
  expect(atOnce(gapsOf(series, () => [series.span]))).toEqual([])
})

it('gaps are not computed when there would be too many', () => {
  const gapsOfThings = (count: number) => {
    const things = Array.from({ length: count }, (_, i) => i)
    const own = (thing: number) => [{ from: 0, to: thing + 1 }]
    return atOnce(gapsOf({ things, metrics: [1, 2], span: { from: 0, to: 1000 } }, own))
  }
  expect(gapsOfThings(100)).toHaveLength(100)
  expect(gapsOfThings(101)).toBeUndefined()
})
