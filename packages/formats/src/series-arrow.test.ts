import { IsoTimes } from '@sluice/runtime'
import { readMessages, readSchema } from '@sluice/telemetry/testing'
import { type Table, tableFromIPC } from '@uwdata/flechette'
import { expect, it } from 'vitest'
import { arrowOfSeries, longArrowOfSeries } from './series-arrow.ts'
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

/** The rows of each record batch. */
function batchesOf(bytes: Uint8Array): number[] {
  return tableFromIPC(bytes).children[0]?.data.map(({ length }) => length) ?? []
}

it('a long Arrow series has several record batches, and nothing is lost between them', () => {
  const rows = Array.from({ length: 140_001 }, (_, row) => row)
  const times = new IsoTimes(rows.map((row) => 1.7e15 + row))
  const values = {
    level: rows.map((row) => (row % 7 === 0 ? null : row / 8)),
    door: rows.map((row) => (row % 5 === 0 ? null : row % 3 === 0)),
    state: rows.map((row) => (row % 11 === 0 ? null : `æ${row}`)),
    changed: rows.map((row) => (row === 70_000 ? 'x' : row)),
    none: rows.map(() => null),
  }
  const bytes = arrowOfSeries({ timestamps: times, values })
  expect(batchesOf(bytes)).toEqual([65_536, 65_536, 8929])
  const table = tableFromIPC(bytes, { useBigInt: true })
  for (const [name, cells] of Object.entries(values)) {
    const wanted = name === 'changed' ? cells.map(String) : cells
    expect([...table.getChild(name)], name).toEqual(wanted)
  }
  const micros = table.getChild('timestamp').data.flatMap(({ values }) => [...(values ?? [])])
  expect(micros).toEqual(rows.map((row) => 1_700_000_000_000_000n + BigInt(row)))
})

it('record batches of long texts have fewer rows', () => {
  const rows = Array.from({ length: 3000 }, (_, row) => row)
  const log = rows.map((row) => `${row}`.padEnd(4000, 'x'))
  const page = { timestamps: new IsoTimes(rows), byThing: { a: { log }, b: { log } } }
  const bytes = arrowOfSeries(page)
  expect(Math.max(...batchesOf(bytes))).toBeLessThanOrEqual(500)
  const table = tableFromIPC(bytes)
  expect([...table.getChild('log')]).toEqual(log.flatMap((text) => [text, text]))
  expect([...table.getChild('thingId')]).toEqual(rows.flatMap(() => ['a', 'b']))
})

it('record batches are short where texts are long, and only there', () => {
  const rows = Array.from({ length: 60_500 }, (_, row) => row)
  const log = rows.map((row) => (row < 60_000 ? '' : 'x'.repeat(40_000)))
  const lengths = batchesOf(arrowOfSeries({ timestamps: new IsoTimes(rows), values: { log } }))
  expect(lengths[0]).toBeGreaterThan(60_000)
  expect(lengths.slice(1).every((length) => length <= 50)).toBe(true)
})

it('the texts of a record batch are written in slices', () => {
  const log = Array.from({ length: 400 }, () => 'x'.repeat(4096))
  const work = longArrowOfSeries({
    timestamps: new IsoTimes(log.map((_, i) => i)),
    values: { log },
  })
  expect([...work].length).toBeGreaterThan(50)
})

it('the bytes of a long Arrow series are joined in slices', () => {
  const rows = Array.from({ length: 70_000 }, (_, row) => row)
  const names = Array.from({ length: 10 }, (_, i) => `${i}`)
  const values = Object.fromEntries(names.map((name) => [name, rows]))
  const work = longArrowOfSeries({ timestamps: new IsoTimes(rows), values })
  let making = 0
  let step = work.next()
  for (; !step.done; step = work.next()) making += 1
  // A look at each column and its making, 1024 rows at a time, then its pieces of two batches.
  expect(making).toBeGreaterThan(21 * 68 + 2 * 11)
})

it('an Arrow series without samples is a table without rows', () => {
  const table = readBack({ timestamps: [], values: { a: [] } })
  expect([table.numRows, table.names]).toEqual([0, ['timestamp', 'a']])
  expect(readBack({}).names).toEqual(['timestamp'])
})
