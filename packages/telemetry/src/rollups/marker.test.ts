import fc from 'fast-check'
import { expect, it } from 'vitest'
import { writeOf } from '../testing/blocks.ts'
import { seriesRows } from '../write/blocks/series-rows.ts'
import { openMarker } from './marker.ts'
import { DAY, dayOf } from './rules.ts'

const HOUR = 3_600_000
const today = dayOf(Date.UTC(2026, 5, 1) * 1000)

/** A marker at noon, and the days it marked, in order. */
function marker() {
  let now = Date.UTC(2026, 5, 1, 12)
  let rolledUp = Number.NEGATIVE_INFINITY
  const marks: string[] = []
  const markLate = openMarker({
    ...{ clock: () => new Date(now), lateAfter: HOUR, rolledUpBefore: async () => rolledUp },
    async insert(days) {
      marks.push(days.map(({ thing, metric, day }) => `${thing}/${metric}/${day - today}`).join())
    },
  })
  return {
    marks,
    rollUp: (ahead: number) => {
      rolledUp = (now + ahead) * 1000
    },
    pass: (millis: number) => {
      now += millis
    },
    /** Samples of metric 1 of thing 3, so many milliseconds old. */
    mark: (ages: number[]) => {
      const rows = writeOf(3, 1n, (samples) => {
        for (const age of ages) samples.push(1, (now - age) * 1000, 1)
        samples.ascending = ages.every((age, i) => i === 0 || age < (ages[i - 1] ?? 0))
      })
      return markLate(seriesRows([rows]))
    },
  }
}

it('samples that are not late are not marked', async () => {
  const { mark, marks } = marker()
  await mark([HOUR, 0])
  await mark([-HOUR, HOUR])
  expect(marks).toEqual([])
})

it('each day with late samples is marked', async () => {
  const { mark, marks } = marker()
  await mark([50 * HOUR, 49 * HOUR, 13 * HOUR, HOUR + 1, 5])
  expect(marks).toEqual(['3/1/-2,3/1/-1,3/1/0'])
})

it('late samples are found in any order, and before 1970', async () => {
  const { mark, marks } = marker()
  const old = (today + 1) * (DAY / 1000) + 12 * HOUR
  await mark([0, 2 * HOUR, 0, 24 * HOUR, old])
  expect(marks).toEqual([`3/1/0,3/1/-1,3/1/${-today - 1}`])
})

it('of any ascending times exactly the days with late ones are marked', async () => {
  const ages = fc.array(fc.integer({ min: -3 * HOUR, max: 100 * HOUR }), { minLength: 1 })
  const noon = Date.UTC(2026, 5, 1, 12)
  const property = fc.asyncProperty(ages, async (any) => {
    const ascending = any.toSorted((a, b) => b - a)
    const { mark, marks } = marker()
    await mark(ascending)
    const late = ascending.filter((age) => age > HOUR)
    const days = new Set(late.map((age) => dayOf((noon - age) * 1000) - today))
    expect(marks.join()).toBe([...days].map((day) => `3/1/${day}`).join())
  })
  await fc.assert(property, { seed: 20_261_123, numRuns: 500 })
})

it('every late write makes its own marks', async () => {
  const { mark, marks } = marker()
  await mark([2 * HOUR])
  await mark([2 * HOUR])
  expect(marks).toEqual(['3/1/0', '3/1/0'])
})

it('samples that have become late since they came are marked', async () => {
  const { mark, marks, pass } = marker()
  pass(2 * HOUR)
  await mark([HOUR / 2 + 2 * HOUR])
  expect(marks).toEqual(['3/1/0'])
})

it('samples of hours that have been rolled up are marked, whatever the clock says', async () => {
  const { mark, marks, rollUp } = marker()
  rollUp(3 * HOUR)
  await mark([0, -2 * HOUR])
  expect(marks).toEqual(['3/1/0'])
  await mark([-4 * HOUR])
  expect(marks).toEqual(['3/1/0'])
})

it('marks that cannot be stored are an error', async () => {
  const rows = seriesRows([writeOf(3, 1n, (samples) => samples.push(1, 5, 1))])
  const insert = () => Promise.reject(new Error('away'))
  const rules = { clock: () => new Date(1e12), lateAfter: 0, rolledUpBefore: async () => 0 }
  const markLate = openMarker({ ...rules, insert })
  await expect(markLate(rows)).rejects.toThrow('away')
})
