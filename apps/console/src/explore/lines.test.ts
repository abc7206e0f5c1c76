import { expect, test } from 'vitest'
import { asBefore, lineOf, partsOf } from './lines.ts'
import { valueAt } from './value-at.ts'

const thing = { id: 'a', label: 'A', color: '--series-1', hasBand: true }
const timestamps = ['1970-01-01T00:00:00Z', '1970-01-01T01:00:00Z', '1970-01-01T08:00:00Z']
const values = { wind: [1, null, 3], door: [true, false, true] }
const wind = { key: 'wind', valueKind: 'number', expectedIntervalSeconds: null } as const
const door = { key: 'door', valueKind: 'boolean', expectedIntervalSeconds: null } as const
const hourly = { expectedIntervalSeconds: 3600 }

test('a line has only its own points, with booleans as 0 and 1', () => {
  expect(lineOf(thing, timestamps, values, wind)).toMatchObject({
    ...{ times: [0, 28_800], values: [1, 3] },
  })
  expect(lineOf(thing, timestamps, values, door).values).toEqual([1, 0, 1])
})

test('a line without values is empty, whatever the metric is called', () => {
  const metric = { ...wind, key: 'constructor' }
  expect(lineOf(thing, timestamps, values, metric)).toMatchObject({ times: [], values: [] })
})

test('a line of filtered samples does not break: the others are not missing', () => {
  const filtered = { ...thing, isFiltered: true }
  const line = lineOf(filtered, timestamps, values, { ...door, ...hourly })
  expect(line).toMatchObject({ times: [0, 3600, 28_800], values: [1, 0, 1], gaps: [] })
})

test('a line breaks at a gap much longer than the expected interval, and lists the gap', () => {
  const line = lineOf(thing, timestamps, values, { ...door, ...hourly })
  expect(line.times).toEqual([0, 3600, 3600.001, 28_800])
  expect(line.values).toEqual([1, 0, null, 1])
  expect(line.gaps).toEqual([{ from: 3600, to: 28_800 }])
  expect(lineOf(thing, timestamps, values, { ...wind, ...hourly }).values).toEqual([1, 3])
})

test('a line of averages has a band from minimum to maximum', () => {
  const banded = { 'wind:avg': [1, 2, 3], 'wind:min': [0, 1, 2], 'wind:max': [2, 3, 4] }
  const { band } = lineOf(thing, timestamps, banded, { ...wind, ...hourly })
  expect(band).toEqual({ low: [0, 1, null, 2], high: [2, 3, null, 4] })
})

test('valueAt carries the last value forward, but not before the first point or into a gap', () => {
  const line = lineOf(thing, timestamps, values, { ...door, ...hourly })
  expect([-1, 0, 1000, 4000, 30_000].map((time) => valueAt(line, time))).toEqual([
    ...[undefined, 1, 1, undefined, 1],
  ])
})

test('a line of the previous period is shifted into this one and has no gaps', () => {
  const before = asBefore(lineOf(thing, timestamps, values, { ...door, ...hourly }), 100)
  expect(before).toMatchObject({ isBefore: true, gaps: [] })
  expect(before.times[0]).toBe(100)
})

test('partsOf returns the series of things, of groups, or of all together', () => {
  const none = { values: null, byThing: null, byGroup: null }
  const x = { x: [1] }
  expect(partsOf({ ...none, values: x })).toEqual([{ id: '', values: x }])
  expect(partsOf({ ...none, byThing: { a: x } })).toEqual([{ id: 'a', values: x }])
  expect(partsOf({ ...none, byGroup: [{ group: null, values: x }] })).toEqual([
    { id: '', values: x },
  ])
})
