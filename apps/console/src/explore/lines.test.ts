import { expect, test } from 'vitest'
import { lineOf, valueAt } from './lines.ts'

const thing = { id: 'a', label: 'A' }
const answer = {
  ...{ thingId: 'a', from: '', to: '', interval: '1h', downsampledFrom: null, nextCursor: null },
  timestamps: ['1970-01-01T00:00:00Z', '1970-01-01T01:00:00Z', '1970-01-01T08:00:00Z'],
  valueTypes: { wind: 'number', door: 'boolean' } as const,
  values: { wind: [1, null, 3], door: [true, false, true] },
}
const wind = { key: 'wind', isBoolean: false, expectedIntervalSeconds: null }
const door = { key: 'door', isBoolean: true, expectedIntervalSeconds: null }
const hourly = { expectedIntervalSeconds: 3600 }

test('a line has its own points only, with booleans as 0 and 1', () => {
  expect(lineOf(thing, answer, wind)).toMatchObject({ times: [0, 28_800], values: [1, 3] })
  expect(lineOf(thing, answer, door).values).toEqual([1, 0, 1])
})

test('a line breaks where a gap is long for the expected interval', () => {
  const { times, values } = lineOf(thing, answer, { ...door, ...hourly })
  expect(times).toEqual([0, 3600, 3600.001, 28_800])
  expect(values).toEqual([1, 0, null, 1])
  expect(lineOf(thing, answer, { ...wind, ...hourly }).values).toEqual([1, 3])
})

test('a line of averages has a band of minimum and maximum', () => {
  const values = { 'wind:avg': [1, 2, 3], 'wind:min': [0, 1, 2], 'wind:max': [2, 3, 4] }
  const { band } = lineOf(thing, { ...answer, values }, { ...wind, ...hourly })
  expect(band).toEqual({ low: [0, 1, null, 2], high: [2, 3, null, 4] })
})

test('a line has a value between its points, but none before them or in a gap', () => {
  const line = lineOf(thing, answer, { ...door, ...hourly })
  expect([-1, 0, 1000, 4000, 30_000].map((time) => valueAt(line, time))).toEqual([
    ...[undefined, 1, 1, undefined, 1],
  ])
})
