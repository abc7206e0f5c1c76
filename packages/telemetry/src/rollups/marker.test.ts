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
  const marks: string[] = []
  const storeMarked = openMarker({
    ...{ clock: () => new Date(now), lateAfter: HOUR },
    async insert(days) {
      marks.push(days.map(({ thing, metric, day }) => `${thing}/${metric}/${day - today}`).join())
    },
  })
  return {
    marks,
    pass: (millis: number) => {
      now += millis
    },
    /** Samples of metric 1 of thing 3, so many milliseconds old. */
    write: (ages: number[], store = async () => {}) => {
      const rows = writeOf(3, 1n, (samples) => {
        for (const age of ages) samples.push(1, (now - age) * 1000, 1)
        samples.ascending = ages.every((age, i) => i === 0 || age < (ages[i - 1] ?? 0))
      })
      return storeMarked(seriesRows([rows]), store)
    },
  }
}

it('samples that are not late are not marked', async () => {
  const { write, marks } = marker()
  await write([HOUR, 0])
  await write([-HOUR, HOUR])
  expect(marks).toEqual([])
})

it('each day with late samples is marked once they are stored', async () => {
  const { write, marks } = marker()
  await write([50 * HOUR, 49 * HOUR, 13 * HOUR, HOUR + 1, 5], async () => {
    expect(marks).toEqual([])
  })
  expect(marks).toEqual(['3/1/-2,3/1/-1,3/1/0'])
})

it('late samples are found in any order, and before 1970', async () => {
  const { write, marks } = marker()
  const old = (today + 1) * (DAY / 1000) + 12 * HOUR
  await write([0, 2 * HOUR, 0, 24 * HOUR, old])
  expect(marks).toEqual([`3/1/0,3/1/-1,3/1/${-today - 1}`])
})

it('every late write makes its own marks', async () => {
  const { write, marks } = marker()
  await write([2 * HOUR])
  await write([2 * HOUR])
  expect(marks).toEqual(['3/1/0', '3/1/0'])
})

it('samples that become late during the write are marked', async () => {
  const { write, marks, pass } = marker()
  await write([HOUR / 2], async () => pass(2 * HOUR))
  expect(marks).toEqual(['3/1/0'])
})

it('a write whose samples or marks cannot be stored is rejected', async () => {
  const away = () => Promise.reject(new Error('away'))
  let marked = false
  const insert = async () => {
    marked = true
  }
  const rows = seriesRows([writeOf(3, 1n, (samples) => samples.push(1, 5, 1))])
  const rules = { clock: () => new Date(1e12), lateAfter: 0 }
  await expect(openMarker({ ...rules, insert })(rows, away)).rejects.toThrow('away')
  expect(marked).toBe(false)
  await expect(openMarker({ ...rules, insert: away })(rows, async () => {})).rejects.toThrow('away')
})
