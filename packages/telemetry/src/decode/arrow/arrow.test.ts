import {
  bool,
  dictionary,
  float32,
  float64,
  int8,
  int16,
  int64,
  largeUtf8,
  nullType,
  uint32,
  utf8,
} from '@uwdata/flechette'
import { describe, expect, it } from 'vitest'
import type { MeasuredThing } from '../../measured-thing.ts'
import { arrowOf, timesColumn, viewsColumn } from '../../testing/arrow.ts'
import { metricOf, thingOf } from '../../testing/things.ts'
import { compileRules } from '../rules.ts'
import { readArrow } from './arrow.ts'

const now = new Date('2026-02-01T00:00:00Z')
const metrics = [
  metricOf('a', 'number', 1, { max: 100 }),
  metricOf('b', 'boolean', 2),
  metricOf('c', 'string', 3),
  metricOf('n', 'integer', 4),
  metricOf('x', 'number', 5),
]
const station = thingOf(metrics)

function read(body: unknown, thing: MeasuredThing = station) {
  const { samples, faults, rejected } = readArrow(body, compileRules(thing, now))
  const times = new BigInt64Array(samples.times.buffer)
  const rows = Array.from({ length: samples.rows }, (_, row) => [
    samples.metrics[row],
    Number(times[row]),
    samples.textAt(row) ?? samples.numbers[row],
  ])
  const listed = faults.list().map(({ pointer, detail }) => [pointer, detail])
  return { rows, rejected, fatal: faults.fatal, faults: Object.fromEntries(listed), samples }
}

const times = (...values: bigint[]) => timesColumn(2, values, 'UTC')

describe('a valid Arrow table', () => {
  it('has one column per metric, with nulls where there is no sample', () => {
    const body = arrowOf({
      timestamp: times(1000n, 2001n),
      a: [float64(), [1.5, -2]],
      b: [bool(), [null, true]],
      c: [utf8(), ['x', null]],
      n: [int16(), [null, -7]],
      x: [nullType(), [null, null]],
    })
    const { rows, rejected, faults, samples } = read(body)
    expect(faults).toEqual({})
    expect(rejected).toBe(0)
    expect(rows).toEqual([
      [1, 1000, 1.5],
      [1, 2001, -2],
      [2, 2001, 1],
      [3, 1000, 'x'],
      [4, 2001, -7],
    ])
    expect(samples.ascending).toBe(true)
  })

  it.each([
    [0, 1_700_000_000n, 1_700_000_000_000_000],
    [1, 1_700_000_000_123n, 1_700_000_000_123_000],
    [2, 1_700_000_000_123_456n, 1_700_000_000_123_456],
    [3, 1_700_000_000_123_456_789n, 1_700_000_000_123_456],
    [2, -1n, -1],
    [3, -1n, -1],
    [3, -2_000_000_001n, -2_000_001],
  ] as const)('may have timestamps of Arrow unit %i', (unit, stored, micros) => {
    const body = arrowOf({ timestamp: timesColumn(unit, [stored]), a: [float64(), [1]] })
    expect(read(body).rows).toEqual([[1, micros, 1]])
  })

  it('may have integer epoch milliseconds, or timestamps with a time zone', () => {
    const millis = arrowOf({ timestamp: [int64(), [-1e12, 1e12]], a: [float64(), [1, 2]] })
    expect(read(millis).rows.map(([, micros]) => micros)).toEqual([-1e15, 1e15])
    const zoned = arrowOf({ timestamp: timesColumn(1, [7n], 'Europe/Oslo'), a: [float64(), [1]] })
    expect(read(zoned).rows).toEqual([[1, 7000, 1]])
  })

  it('may not have integers that must be epoch seconds', () => {
    const stamps = [int64(), [1_769_860_800, 1_769_860_800_000]] as const
    const { rows, faults } = read(arrowOf({ timestamp: [...stamps], a: [float64(), [1, 2]] }))
    expect(rows).toEqual([[1, 1_769_860_800_000_000, 2]])
    expect(faults['/body/timestamp/0']).toContain('not seconds')
  })

  it('keeps every number exactly', () => {
    const exact = [-0, 5e-324, -1.7976931348623157e308, 0.1, 2 ** 53 - 1]
    const stamps = timesColumn(2, [1n, 2n, 3n, 4n, 5n])
    const { rows } = read(arrowOf({ timestamp: stamps, x: [float64(), exact] }))
    for (const [i, [, , value]] of rows.entries()) expect(value).toBe(exact[i])
    const most = Number.MAX_SAFE_INTEGER
    const whole = arrowOf({ timestamp: times(1n, 2n), n: [int64(), [most, -most]] })
    expect(read(whole).rows.map(([, , value]) => value)).toEqual([most, -most])
  })

  it('may have numeric columns of any width', () => {
    for (const [type, values] of [
      [float32(), [0.5, -2]],
      [int8(), [-128, 127]],
      [uint32(), [2 ** 32 - 1, 0]],
    ] as const) {
      const body = arrowOf({ timestamp: times(1n, 2n), x: [type, values] })
      expect(read(body).rows.map(([, , value]) => value)).toEqual(values)
    }
  })

  it('may have plain, large and dictionary-encoded strings', () => {
    const texts = ['', 'æ🚚', null, 'x'.repeat(4096), 'æ🚚']
    for (const type of [utf8(), largeUtf8(), dictionary(utf8(), int8())]) {
      const body = arrowOf({ timestamp: times(1n, 2n, 3n, 4n, 5n), c: [type, texts] })
      expect(read(body).rows.map(([, , value]) => value)).toEqual(texts.filter((t) => t !== null))
    }
  })

  it('may have string-view columns', () => {
    const texts = ['', 'twelve bytes', 'thirteen byte', 'æ🚚'.repeat(500), 'thirteen byt2']
    const body = arrowOf({ timestamp: times(1n, 2n, 3n, 4n, 5n), c: viewsColumn(texts) })
    expect(read(body).rows.map(([, , value]) => value)).toEqual(texts)
  })

  it('is marked ascending only if its timestamps strictly ascend', () => {
    const ascending = (...values: bigint[]) =>
      read(arrowOf({ timestamp: times(...values) })).samples.ascending
    expect([ascending(1n, 2n), ascending(2n, 1n), ascending(1n, 1n)]).toEqual([true, false, false])
  })

  it('may have nulls anywhere in a column, which are skipped', () => {
    const values = Array.from({ length: 300 }, (_, i) =>
      i % 7 === 0 || (i > 40 && i < 99) || i > 280 ? null : i / 4,
    )
    const stamps = times(...values.map((_, i) => BigInt(i)))
    const { rows } = read(arrowOf({ timestamp: stamps, a: [float64(), values] }))
    expect(rows).toEqual(values.flatMap((value, i) => (value === null ? [] : [[1, i, value]])))
  })
})

describe('an Arrow table with faults', () => {
  it('has faults listed by column and row, and rejected samples counted', () => {
    const future = BigInt(now.getTime() + 3_600_000) * 1000n
    const body = arrowOf({
      timestamp: times(1n, 2n, future),
      a: [float64(), [101, Number.NaN, 1]],
      c: [utf8(), ['x'.repeat(4097), 'ok', null]],
      n: [float64(), [1.5, 2, 3]],
      x: [int64(), [BigInt(2 ** 53), 1, 2]],
    })
    const { faults, rejected, rows, fatal } = read(body)
    expect(faults).toEqual({
      '/body/timestamp/2': "is more than 600 seconds ahead of the server's clock",
      '/body/a/0': 'must be at most 100',
      '/body/a/1': 'must be a finite number',
      '/body/c/0': 'must be at most 4096 bytes of UTF-8',
      '/body/n/0': expect.stringContaining('must be a whole number'),
      '/body/x/0': expect.stringContaining('larger numbers are not exact'),
    })
    expect([rejected, rows.length, fatal]).toEqual([8, 3, false])
  })

  it('has columns of the wrong type and unknown metrics rejected', () => {
    const body = arrowOf({
      timestamp: times(1n, 2n),
      a: [bool(), [true, false]],
      b: [int8(), [1, 0]],
      c: [float64(), [1, null]],
      odd: [float64(), [1, 2]],
      x: [utf8(), ['1', '2']],
    })
    const { faults, rejected, rows } = read(body)
    expect(faults).toEqual({
      '/body/a': 'must be a column of int or float, not bool',
      '/body/b': 'must be a column of bool, not int',
      '/body/c': 'must be a column of utf8, not float',
      '/body/odd': expect.stringContaining('has no metric odd'),
      '/body/x': 'must be a column of int or float, not utf8',
    })
    expect([rejected, rows]).toEqual([9, []])
    const lenient = thingOf(metrics, { unknownMetrics: 'ignore' })
    const odd = arrowOf({ timestamp: times(1n), odd: [float64(), [1]] })
    expect(read(odd, lenient)).toMatchObject({ rows: [], faults: {}, rejected: 0 })
  })

  it('has rows without a required metric rejected', () => {
    const strict = thingOf([
      metricOf('a', 'number', 1, { required: true }),
      metricOf('b', 'boolean', 2),
    ])
    const body = arrowOf({
      timestamp: times(1n, 2n, 3n),
      a: [float64(), [1, null, null]],
      b: [bool(), [true, true, null]],
    })
    const { faults, rows, rejected } = read(body, strict)
    expect(faults).toEqual({ '/body/a/1': 'has no a at row 1, which every frame must have' })
    expect(rows).toEqual([
      [1, 1, 1],
      [2, 1, 1],
    ])
    expect(rejected).toBe(1)
    const without = arrowOf({ timestamp: times(1n), b: [bool(), [true]] })
    expect(read(without, strict).faults).toEqual({
      '/body': 'has no a at row 0, which every frame must have',
    })
  })

  it('has samples beyond retention and timestamps that are null or before 1900 rejected', () => {
    const brief = thingOf([metricOf('a', 'number', 1, { retentionDays: 1 })])
    const old = arrowOf({ timestamp: times(1n), a: [float64(), [1]] })
    expect(read(old, brief).faults).toEqual({
      '/body/a/0': 'is older than the 1 days that a is kept',
    })
    const bad = arrowOf({ timestamp: [int64(), [null, -1e14]], a: [float64(), [1, 2]] })
    expect(read(bad)).toMatchObject({
      rejected: 2,
      faults: {
        '/body/timestamp/0': 'must not be null',
        '/body/timestamp/1': 'must not be before 1900',
      },
    })
  })
})
