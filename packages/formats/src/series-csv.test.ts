import { expect, it } from 'vitest'
import { csvOfSeries } from './series-csv.ts'

const timestamps = ['2026-01-01T00:00:00.000Z', '2026-01-01T01:00:00.000Z']

it('is a line a time and a column a metric', () => {
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

it('is a line for each thing that has a value', () => {
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

it('runs no formula in a spreadsheet, whatever a device sent', () => {
  const state = ['=HYPERLINK("http://x.example")', '+1, or "2"']
  expect(csvOfSeries({ timestamps, values: { state } })).toContain(
    `,"'=HYPERLINK(""http://x.example"")"\r\n`,
  )
  expect(csvOfSeries({ timestamps, values: { state } })).toContain(`,"'+1, or ""2"""\r\n`)
})

it('keeps the sign of zero', () => {
  expect(csvOfSeries({ timestamps, values: { wind: [-0] } })).toContain(',-0\r\n')
})

it('has a header line where there is nothing', () => {
  expect(csvOfSeries({ timestamps: [], values: {} })).toBe('timestamp\r\n')
})
