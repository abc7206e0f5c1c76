import { expect, it } from 'vitest'
import { csvOfSeries } from './series-csv.ts'

const timestamps = ['2026-01-01T00:00:00.000Z', '2026-01-01T01:00:00.000Z']

it('a CSV series has one line per time and one column per metric', () => {
  const values = { 'wind:avg': [-2.5, null], door: [true, false] }
  expect(csvOfSeries({ timestamps, values })).toBe(
    [
      'timestamp,wind:avg,door',
      '2026-01-01T00:00:00.000Z,-2.5,true',
      '2026-01-01T01:00:00.000Z,,false',
      '',
    ].join('\r\n'),
  )
})

it('a CSV series has a line for each thing with a value', () => {
  const byThing = { a: { wind: [1, null], rain: [null, null] }, b: { wind: [2, 3] } }
  expect(csvOfSeries({ timestamps, byThing, values: null })).toBe(
    [
      'timestamp,thingId,wind,rain',
      '2026-01-01T00:00:00.000Z,a,1,',
      '2026-01-01T00:00:00.000Z,b,2,',
      '2026-01-01T01:00:00.000Z,b,3,',
      '',
    ].join('\r\n'),
  )
})

it('a CSV series has a name of its own for each column', () => {
  const values = { timestamp: [1, 2], thingId: [3, 4], 'group:avg': [5, 6] }
  const headOf = (page: object) => csvOfSeries({ timestamps, ...page }).split('\r\n')[0]
  expect(headOf({ values })).toBe('timestamp,metric:timestamp,thingId,group:avg')
  expect(headOf({ byThing: { a: values } })).toBe(
    'timestamp,thingId,metric:timestamp,metric:thingId,group:avg',
  )
  expect(headOf({ byGroup: [{ group: 'a', values: { group: [1, 2] } }] })).toBe(
    'timestamp,group,metric:group',
  )
})

it('a CSV series runs no formula in a spreadsheet, whatever a device sent', () => {
  const state = ['=HYPERLINK("http://x.example")', '+1, or "2"']
  expect(csvOfSeries({ timestamps, values: { state } })).toContain(
    `,"'=HYPERLINK(""http://x.example"")"\r\n`,
  )
  expect(csvOfSeries({ timestamps, values: { state } })).toContain(`,"'+1, or ""2"""\r\n`)
})

it('a CSV series keeps the sign of zero', () => {
  expect(csvOfSeries({ timestamps, values: { wind: [-0] } })).toContain(',-0\r\n')
})

it('a CSV series distinguishes an empty text from no sample, and has no numbers that JSON lacks', () => {
  const values = { state: ['', null], wind: [Number.POSITIVE_INFINITY, Number.NaN] }
  expect(csvOfSeries({ timestamps, values }).split('\r\n').slice(1)).toEqual([
    `${timestamps[0]},"",`,
    `${timestamps[1]},,`,
    '',
  ])
})

it('a CSV series without samples still has its header line', () => {
  expect(csvOfSeries({ timestamps: [], values: {} })).toBe('timestamp\r\n')
})

it('a series of groups has a line for each group with a value; the group of those without is empty', () => {
  const byGroup = [
    { group: 'oslo', things: 2, values: { wind: [1, null] } },
    { group: null, things: 1, values: { wind: [2, 3] } },
  ]
  const timestamps = ['2026-01-01T00:00:00Z', '2026-01-01T01:00:00Z']
  expect(csvOfSeries({ timestamps, byGroup, values: null, byThing: null })).toBe(
    [
      'timestamp,group,wind',
      '2026-01-01T00:00:00Z,oslo,1',
      '2026-01-01T00:00:00Z,,2',
      '2026-01-01T01:00:00Z,,3',
      '',
    ].join('\r\n'),
  )
})
