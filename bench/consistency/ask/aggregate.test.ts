import { type Aggregate, aggregates } from '@sluice/contract'
import { type Point, reference } from '@sluice/telemetry/testing'
import { expect, it } from 'vitest'
import { markedValue } from '../writes.ts'
import { aggregateOf, aggregateTogether } from './aggregate.ts'
import { type Cell, differenceOf } from './cells.ts'

const SECOND = 1e6
const [from, to] = [0, 3600 * SECOND]

function pointsOf(mark: number, count: number): Point[] {
  return Array.from({ length: count }, (_, i) => {
    return { t: i * SECOND, v: Number(markedValue('level', mark, i)) }
  })
}

const bucketOf = (own: readonly Point[]) => ({ own, all: own, from, to })
const numberOf = (cell: Cell) =>
  typeof cell === 'object' && cell && 'near' in cell ? cell.near : cell
const isRight = (found: Cell, expected: Cell) =>
  differenceOf(new Map([['it', found]]), new Map([['it', expected]])) === undefined

const [points, others] = [pointsOf(1, 3000), pointsOf(2, 3000)]
/** The same numbers, in another order: sums round otherwise. */
const turned = bucketOf(points.map(({ t }, i) => ({ t, v: points.at(-1 - i)?.v ?? 0 })))
/** One of 3,000 samples that is neither the first, the last, the least nor the greatest. */
const lost = points.findIndex(({ v }, i) => i > 1000 && Math.abs(v) > 1 && Math.abs(v) < 500)
const ends: readonly Aggregate[] = ['first', 'last', 'min', 'max']
const sums: readonly Aggregate[] = ['avg', 'sum', 'count', 'stddev', 'p50', 'p90', 'p95', 'p99']

it.each(aggregates.filter((one) => !ends.includes(one)))('%s lacks no sample of many', (name) => {
  const lacking = bucketOf(points.toSpliced(lost, 1))
  expect(isRight(reference[name](lacking), aggregateOf(name, bucketOf(points)))).toBe(false)
  const both = aggregateTogether(name, [bucketOf(points), bucketOf(others)])
  const found = aggregateTogether(name, [lacking, bucketOf(others)])
  expect(isRight(numberOf(found), both)).toBe(false)
})

it.each(sums)('%s may be added in any order', (name) => {
  expect(isRight(reference[name](turned), aggregateOf(name, bucketOf(points)))).toBe(true)
})

it('a time-weighted average may be added in parts', () => {
  const area = (some: readonly Point[]) => some.reduce((sum, { v }) => sum + v, 0)
  const last = points.at(-1)?.v ?? 0
  const parts = [points.slice(0, 7), points.slice(7, 2000), points.slice(2000, -1)]
  const whole = parts.map(area).reduce((sum, part) => sum + part, last * 601)
  expect(isRight(whole / 3600, aggregateOf('twa', bucketOf(points)))).toBe(true)
})

it('the least and the greatest have no sign where they are zero, and what is first has', () => {
  const zero = bucketOf([{ t: 0, v: -0 }])
  expect(['min', 'max'].map((name) => aggregateOf(name as Aggregate, zero))).toEqual([0, 0])
  expect(isRight(0, aggregateOf('first', zero))).toBe(false)
})
