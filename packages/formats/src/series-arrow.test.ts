import { readMessages, readSchema } from '@sluice/telemetry/testing'
import { type Table, tableFromIPC } from '@uwdata/flechette'
import { expect, it } from 'vitest'
import { arrowOfSeries } from './series-arrow.ts'
import type { SeriesPage } from './series-table.ts'

const timestamps = [
  '2026-01-01T00:00:00.000Z',
  '2026-01-01T01:00:00.000001Z',
  '1969-12-31T00:00:00Z',
]

/** The table as another library reads it, with times in microseconds. */
function readBack(page: SeriesPage): Table {
  return tableFromIPC(arrowOfSeries(page), { useBigInt: true })
}

it('an Arrow series has one row per time and one column per metric', () => {
  const values = {
    'wind:avg': [-2.5, null, 5e-324],
    door: [true, false, null],
    state: [null, 'æ', ''],
    none: [null, null, null],
    changed: [1, 'x', true],
  }
  const table = readBack({ timestamps, values })
  expect(table.names).toEqual(['timestamp', ...Object.keys(values)])
  const columns = Object.fromEntries(table.names.map((name) => [name, [...table.getChild(name)]]))
  expect(columns).toMatchObject({ ...values, changed: ['1', 'x', 'true'] })
  expect([...(table.getChild('timestamp').data[0]?.values ?? [])]).toEqual([
    1_767_225_600_000_000n,
    1_767_229_200_000_001n,
    -86_400_000_000n,
  ])
})

it('an Arrow series has a name of its own for each column', () => {
  const values = { timestamp: [1, 2, 3], thingId: ['x', 'y', 'z'] }
  const table = readBack({ timestamps, byThing: { a: values } })
  expect(table.names).toEqual(['timestamp', 'thingId', 'metric:timestamp', 'metric:thingId'])
  expect([...table.getChild('metric:timestamp')]).toEqual(values.timestamp)
  expect([...table.getChild('thingId')]).toEqual(['a', 'a', 'a'])
  expect([...table.getChild('metric:thingId')]).toEqual(values.thingId)
})

it('an Arrow series has null for a number that JSON has no form for', () => {
  const wind = [Number.POSITIVE_INFINITY, Number.NaN, -1]
  const column = readBack({ timestamps, values: { wind } }).getChild('wind')
  expect([...column]).toEqual([null, null, -1])
})

it('an Arrow series states its column types and UTC', () => {
  const bytes = arrowOfSeries({ timestamps, values: { a: [1, 2, 3], b: ['x', 'y', 'z'] } })
  const [schema] = readMessages(bytes)
  expect(schema && readSchema(schema.header)).toEqual([
    { name: 'timestamp', type: { kind: 'timestamp', perSecond: 1e6 } },
    { name: 'a', type: { kind: 'float', bits: 64 } },
    { name: 'b', type: { kind: 'utf8', form: 'plain' } },
  ])
  expect(Buffer.from(bytes).includes('UTC')).toBe(true)
})

it('an Arrow series has the same column types on every page', () => {
  const valueTypes = { a: 'number', b: 'boolean', c: 'string', d: 'string', e: 'number' } as const
  const kindsOf = (values: NonNullable<SeriesPage['values']>) => {
    const [schema] = readMessages(
      arrowOfSeries({ timestamps: ['2026-01-01T00:00:00Z'], valueTypes, values }),
    )
    return schema && readSchema(schema.header).map(({ type }) => type.kind)
  }
  const kinds = ['timestamp', 'float', 'bool', 'utf8', 'utf8']
  expect(kindsOf({ a: [1], b: [true], c: ['x'], d: ['y'] })).toEqual(kinds)
  expect(kindsOf({ a: [null], b: [null], c: [null], d: [7] })).toEqual(kinds)
  // The only common type of a metric's numbers and strings is string.
  expect(kindsOf({ a: [null], e: ['x'] })).toEqual(['timestamp', 'float', 'utf8'])
})

it('an Arrow series has a row for each thing with a value', () => {
  const byThing = {
    a: { wind: [1, null, null], rain: [null, null, 7] },
    b: { wind: [2, 3, null] },
  }
  const table = readBack({ timestamps, values: null, byThing })
  expect([...table.getChild('thingId')]).toEqual(['a', 'b', 'b', 'a'])
  expect([...table.getChild('wind')]).toEqual([1, 2, 3, null])
  expect([...table.getChild('rain')]).toEqual([null, null, null, 7])
})

it('an Arrow series without samples is a table without rows', () => {
  const table = readBack({ timestamps: [], values: { a: [] } })
  expect([table.numRows, table.names]).toEqual([0, ['timestamp', 'a']])
  expect(readBack({}).names).toEqual(['timestamp'])
})
