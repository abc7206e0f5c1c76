import { atOnce } from '@sluice/runtime'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { writeOf } from '../testing/blocks.ts'
import { seriesRows } from '../write/blocks/series-rows.ts'
import { lateDays } from './late-days.ts'
import { DAY, dayOf } from './rules.ts'

const HOUR = 3_600_000
const noon = Date.UTC(2026, 5, 1, 12)
const today = dayOf(noon * 1000)
const NANOS = 1_000_000n

/** The late days, counted from today, of a write at noon with samples of these ages in milliseconds. */
function daysOf(ages: readonly number[], at = noon): number[] {
  const write = writeOf(3, BigInt(at) * NANOS, (samples) => {
    for (const age of ages) samples.push(1, (noon - age) * 1000, 1)
    samples.ascending = ages.every((age, i) => i === 0 || age < (ages[i - 1] ?? 0))
  })
  const days = atOnce(lateDays(atOnce(seriesRows([write]))))
  for (const { thing, metric } of days) expect([thing, metric]).toEqual([3, 1])
  return days.map(({ day }) => day - today)
}

it('samples at most an hour older than their version are not late', () => {
  expect(daysOf([HOUR, 0])).toEqual([])
  expect(daysOf([-HOUR, HOUR])).toEqual([])
})

it('each day with late samples is found once', () => {
  expect(daysOf([50 * HOUR, 49 * HOUR, 13 * HOUR, HOUR + 1, 5])).toEqual([-2, -1, 0])
})

it('late samples are found in any order, and before 1970', () => {
  const old = (today + 1) * (DAY / 1000) + 12 * HOUR
  expect(daysOf([0, 2 * HOUR, 0, 24 * HOUR, old])).toEqual([0, -1, -today - 1])
})

it('finds exactly the days with late samples, for any ascending times', () => {
  const ages = fc.array(fc.integer({ min: -3 * HOUR, max: 100 * HOUR }), { minLength: 1 })
  const property = fc.property(ages, (any) => {
    const ascending = any.toSorted((a, b) => b - a)
    const late = ascending.filter((age) => age > HOUR)
    const days = new Set(late.map((age) => dayOf((noon - age) * 1000) - today))
    expect(daysOf(ascending)).toEqual([...days])
  })
  fc.assert(property, { seed: 20_261_123, numRuns: 500 })
})

it('lateness depends on the version of a write, not on the current time', () => {
  const live = [HOUR / 2, 0]
  expect(daysOf(live, noon)).toEqual([])
  expect(daysOf(live, noon + 2 * HOUR)).toEqual([0])
})
