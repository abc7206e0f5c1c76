import { expect, test } from 'vitest'
import { asBefore, lineOf, partsOf, valueAt } from './lines.ts'

const thing = { id: 'a', label: 'A', color: '--series-1', hasBand: true }
const timestamps = ['1970-01-01T00:00:00Z', '1970-01-01T01:00:00Z', '1970-01-01T08:00:00Z']
const values = { wind: [1, null, 3], door: [true, false, true] }
const wind = { key: 'wind', valueKind: 'number', expectedIntervalSeconds: null } as const
const door = { key: 'door', valueKind: 'boolean', expectedIntervalSeconds: null } as const
const hourly = { expectedIntervalSeconds: 3600 }

test('a line has its own points only, with booleans as 0 and 1', () => {
  expect(lineOf(thing, timestamps, values, wind)).toMatchObject({
    ...{ times: [0, 28_800], values: [1, 3] },
  })
  expect(lineOf(thing, timestamps, values, door).values).toEqual([1, 0, 1])
})

test('a line breaks where a gap is long for the expected interval, and says where', () => {
  const line = lineOf(thing, timestamps, values, { ...door, ...hourly })
  expect(line.times).toEqual([0, 3600, 3600.001, 28_800])
  expect(line.values).toEqual([1, 0, null, 1])
  expect(line.gaps).toEqual([{ from: 3600, to: 28_800 }])
  expect(lineOf(thing, timestamps, values, { ...wind, ...hourly }).values).toEqual([1, 3])
})

test('a line of averages has a band of minimum and maximum', () => {
  const banded = { 'wind:avg': [1, 2, 3], 'wind:min': [0, 1, 2], 'wind:max': [2, 3, 4] }
  const { band } = lineOf(thing, timestamps, banded, { ...wind, ...hourly })
  expect(band).toEqual({ low: [0, 1, null, 2], high: [2, 3, null, 4] })
})

test('a line has a value between its points, but none before them or in a gap', () => {
  const line = lineOf(thing, timestamps, values, { ...door, ...hourly })
  expect([-1, 0, 1000, 4000, 30_000].map((time) => valueAt(line, time))).toEqual([
    ...[undefined, 1, 1, undefined, 1],
  ])
})

test('a line of the period before lies in this one, without gaps of its own', () => {
  const before = asBefore(lineOf(thing, timestamps, values, { ...door, ...hourly }), 100)
  expect(before).toMatchObject({ isBefore: true, gaps: [] })
  expect(before.times[0]).toBe(100)
})

test('an answer has the series of things, of groups, or of all together', () => {
  const none = { values: null, byThing: null, byGroup: null }
  const x = { x: [1] }
  expect(partsOf({ ...none, values: x })).toEqual([{ id: '', values: x }])
  expect(partsOf({ ...none, byThing: { a: x } })).toEqual([{ id: 'a', values: x }])
  expect(partsOf({ ...none, byGroup: [{ group: null, values: x }] })).toEqual([
    { id: '', values: x },
  ])
})
