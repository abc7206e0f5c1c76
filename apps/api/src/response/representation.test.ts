import { ARROW, operations } from '@sluice/contract'
import { project, WrittenJson } from '@sluice/core'
import { tableFromIPC } from '@uwdata/flechette'
import { describe, expect, test } from 'vitest'
import {
  chooseMediaType,
  emptySeries,
  isLong,
  pagedAnswer,
  type Representation,
  represent,
  representLong,
} from './representation.ts'

const both = operations['audit.list']
const csv = 'text/csv'
const json = 'application/json'

/** A text is sent in UTF-8. */
const textOf = ({ body }: Representation) => Buffer.from(body).toString()

test.each([
  [undefined, json],
  ['*/*', json],
  ['text/csv', csv],
  ['TEXT/CSV; charset=utf-8', csv],
  ['text/*', csv],
  ['application/json, text/csv', json],
  ['application/json;q=0.5, text/csv;q=0.9', csv],
  ['text/csv;q=0, */*', json],
  ['text/csv, */*;q=0.1', csv],
  ['text/html, application/xhtml+xml, */*;q=0.8', json],
  ['image/png', json],
  ['text/csv;q=nonsense', json],
  ['', json],
])('Accept: %s chooses %s', (accept, expected) => {
  expect(chooseMediaType(both, accept)).toBe(expected)
})

test('an operation without another media type answers with JSON', () => {
  expect(chooseMediaType(operations['keys.list'], 'text/csv')).toBe(json)
})

test('a CSV answer links to the next page of the same query', () => {
  const url = new URL('http://api.example/v2/audit-log?limit=1&fields=id&cursor=old')
  const answer = pagedAnswer(csv, both, { items: [{ id: '7' }], nextCursor: 'a+b' }, url)
  expect({ ...answer, body: textOf(answer) }).toEqual({
    body: 'id\r\n7\r\n',
    fields: [
      ...['Content-Type', 'text/csv; charset=utf-8', 'Link'],
      '<http://api.example/v2/audit-log?limit=1&fields=id&cursor=a%2Bb&format=csv>; rel="next"',
    ],
  })
  expect(pagedAnswer(csv, both, { items: [], nextCursor: null }, url).fields).not.toContain('Link')
})

test('a series is available as CSV and Arrow, by Accept or the format parameter', () => {
  const row = operations['telemetry.timeseries']
  const output = {
    timestamps: ['2026-01-01T00:00:00.000Z'],
    values: { wind: [1] },
    nextCursor: 'n',
  }
  const asked = (accept: string | undefined, query: string) =>
    represent(
      row,
      output,
      accept,
      () => new URL(`http://api.example/v2/thing/t/timeseries${query}`),
    )
  const answer = asked(csv, '?limit=1')
  expect(textOf(answer)).toBe('timestamp,wind\r\n2026-01-01T00:00:00.000Z,1\r\n')
  expect(answer.fields.at(-1)).toMatch(/timeseries\?limit=1&cursor=n&format=csv>; rel="next"$/)
  expect(textOf(asked(undefined, '?format=csv'))).toBe(textOf(answer))
  const arrow = asked('application/vnd.apache.arrow.stream', '?limit=1')
  expect(arrow.fields).toContain('application/vnd.apache.arrow.stream')
  expect(arrow.fields.at(-1)).toMatch(/timeseries\?limit=1&cursor=n&format=arrow>; rel="next"$/)
  const column = tableFromIPC(arrow.body as Uint8Array).getChild('wind')
  expect([...column]).toEqual([1])
  expect(asked(undefined, '?limit=1&format=arrow')).toMatchObject({ body: arrow.body })
  expect(asked(csv, '?format=json').body).toBe(JSON.stringify(output))
})

describe('a projection of a series', () => {
  const timestamps = ['2026-01-01T00:00:00.000Z', '2026-01-01T00:00:01.000Z']
  const wind = [1, 2]
  const rest = { timestamps, valueTypes: { wind: 'number' }, nextCursor: 'n' }
  const ofThing = { ...rest, values: { wind, gusts: [3, 4] } }
  const groups = ['a', null].map((group) => ({ group, values: { wind } }))
  const ofGroups = { ...rest, values: null, byThing: null, byGroup: groups }
  const rows = {
    thing: operations['telemetry.timeseries'],
    things: operations['telemetry.thingsTimeseries'],
  }
  const asTable = (row: keyof typeof rows, output: object, format: string, fields: string) => {
    const left = project(output, rows[row].response, fields)
    const url = new URL(`http://api.example/v2?format=${format}&fields=${fields}`)
    return represent(rows[row], left, undefined, () => url)
  }

  test.each(['values.wind', 'timestamps,values.wind'])(
    'keeps the rows of a table, and its next page: %s',
    (fields) => {
      const answer = asTable('thing', ofThing, 'csv', fields)
      expect(textOf(answer).split('\r\n')).toEqual([
        'timestamp,wind',
        ...[`${timestamps[0]},1`, `${timestamps[1]},2`, ''],
      ])
      expect(answer.fields.at(-1)).toContain('cursor=n')
      const arrow = asTable('thing', ofThing, 'arrow', fields)
      const table = tableFromIPC(arrow.body as Uint8Array)
      expect(table.numRows).toBe(2)
      expect([...table.getChild('wind')]).toEqual(wind)
      expect(arrow.fields.at(-1)).toContain('cursor=n')
    },
  )

  test('keeps the groups of a table', () => {
    const whole = asTable('things', ofGroups, 'csv', 'byGroup')
    expect(textOf(whole)).toContain(`${timestamps[0]},a,1`)
    expect(textOf(asTable('things', ofGroups, 'csv', 'byGroup.values'))).toBe(textOf(whole))
  })

  test('has no more than its fields in JSON', () => {
    const left = project(ofThing, rows.thing.response, 'values.wind')
    const url = () => new URL('http://api.example/v2')
    expect(represent(rows.thing, left, undefined, url).body).toBe('{"values":{"wind":[1,2]}}')
  })

  test('is as long as the whole, and emptied like it', () => {
    const many = Array.from({ length: 5000 }, (_, i) => i)
    const output = { timestamps: many.map(String), values: { wind: many } }
    for (const fields of ['values', 'values.wind', 'timestamps']) {
      expect(isLong(project(output, rows.thing.response, fields))).toBe(true)
    }
    emptySeries(project(output, rows.thing.response, 'values'))
    expect(output).toEqual({ timestamps: [], values: { wind: [] } })
  })
})

test.each([undefined, csv, ARROW])(
  'a long answer encoded in slices equals one encoded at once (Accept: %s)',
  async (accept) => {
    const time = (i: number) => new Date(i * 1000).toISOString()
    const series = {
      timestamps: Array.from({ length: 5000 }, (_, i) => time(i)),
      valueTypes: { wind: 'float' },
      values: { wind: Array.from({ length: 5000 }, (_, i) => (i % 7 === 0 ? null : -i / 7)) },
      nextCursor: 'n',
    }
    const page = { items: Array.from({ length: 500 }, (_, i) => ({ id: `${i}` })), nextCursor: 'n' }
    const url = () => new URL('http://api.example/v2/thing/t/timeseries')
    const row = operations['telemetry.timeseries']
    // A text is sent in UTF-8.
    const inBytes = ({ body, ...rest }: Representation) => ({ ...rest, body: Buffer.from(body) })
    for (const [asked, output] of [
      [row, series],
      [both, page],
    ] as const) {
      const inSlices = await representLong(asked, output, accept, url)
      expect(inBytes(inSlices)).toEqual(inBytes(represent(asked, output, accept, url)))
    }
  },
)

test('the items of an answer, or its values for all things, decide whether it is long', () => {
  const timestamps = Array.from({ length: 300 }, (_, i) => `${i}`)
  const values = { wind: [] }
  expect(isLong({ items: timestamps })).toBe(true)
  expect(isLong({ items: timestamps.slice(0, 100) })).toBe(false)
  expect(isLong({ timestamps, values })).toBe(false)
  const things = Array.from({ length: 10 }, (_, i) => [`truck-${i}`, values])
  expect(isLong({ timestamps, values: null, byThing: Object.fromEntries(things) })).toBe(true)
  const summaries = Array.from({ length: 300 }, (_, i) => [
    `truck-${i}`,
    Object.fromEntries(Array.from({ length: 7 }, (_, metric) => [`m${metric}`, { count: 0 }])),
  ])
  expect(isLong({ byThing: Object.fromEntries(summaries) })).toBe(true)
  expect(isLong({ resources: timestamps })).toBe(true)
  expect(isLong({ id: 'truck-1' })).toBe(false)
  expect(isLong(new WrittenJson(new Uint8Array(1e6), undefined))).toBe(false)
  expect(isLong(undefined)).toBe(false)
})

test('long texts make an answer long, however few there are', () => {
  const log = Array.from({ length: 100 }, () => 'x'.repeat(4096))
  const timestamps = log.map((_, i) => `${i}`)
  expect(isLong({ timestamps, values: { log: log.slice(0, 10) } })).toBe(false)
  expect(isLong({ timestamps, values: { log } })).toBe(true)
  expect(isLong({ timestamps, values: null, byThing: { t: { log } } })).toBe(true)
  expect(isLong({ metrics: Object.fromEntries(log.map((value, i) => [i, { value }])) })).toBe(true)
  expect(isLong({ items: log })).toBe(true)
})

test('a series that was written is emptied, of several things or groups too', () => {
  const columns = () => ({ wind: [1, null], gusts: [2, 3] })
  const series = {
    timestamps: ['2026-01-01T00:00:00.000Z', '2026-01-01T00:01:00.000Z'],
    ...{
      values: columns(),
      byThing: { t: columns() },
      byGroup: [{ group: 'g', values: columns() }],
    },
  }
  emptySeries(series)
  expect(series).toEqual({
    ...{ timestamps: [], values: { wind: [], gusts: [] }, byThing: { t: { wind: [], gusts: [] } } },
    byGroup: [{ group: 'g', values: { wind: [], gusts: [] } }],
  })
  const summary = { metrics: { wind: { avg: 1 } }, byGroup: null }
  emptySeries(summary)
  expect(summary).toEqual({ metrics: { wind: { avg: 1 } }, byGroup: null })
})
