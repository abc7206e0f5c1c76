import { describe, expect, it } from 'vitest'
import type { MeasuredThing } from '../../measured-thing.ts'
import { metricOf, thingOf } from '../../testing/things.ts'
import { Intake } from '../intake.ts'
import { compileRules } from '../rules.ts'
import { columnFields, readColumns, readTable } from './columns.ts'

const now = new Date('2026-02-01T00:00:00Z')
/** Epoch milliseconds close to all times used here. */
const T = 1e12
const station = thingOf([
  metricOf('a', 'number', 1, { max: 100 }),
  metricOf('b', 'boolean', 2),
  metricOf('c', 'string', 3),
])

function read(body: unknown, thing: MeasuredThing = station) {
  const { samples, faults, rejected } = readColumns(body, compileRules(thing, now))
  const rows = Array.from({ length: samples.rows }, (_, row) => [
    samples.metrics[row],
    Number(new BigInt64Array(samples.times.buffer)[row]) - T * 1000,
    samples.numbers[row],
  ])
  const listed = faults.list().map(({ pointer, detail }) => [pointer, detail])
  return { rows, rejected, fatal: faults.fatal, faults: Object.fromEntries(listed), samples }
}

/** How often reading a body pauses, which tells how much work it is, and the faults found. */
function workOf(body: Record<string, unknown>, thing: MeasuredThing) {
  const intake = new Intake(compileRules(thing, now), 0)
  const work = readTable(intake, body, ['body'], columnFields)
  let pauses = 0
  while (!work.next().done) pauses++
  return { pauses, faults: intake.faults.count }
}

describe('the work of reading a column body', () => {
  const requiring = (count: number) =>
    thingOf(
      Array.from({ length: count }, (_, i) =>
        metricOf(`m${i}`, 'number', i + 1, { required: true }),
      ),
    )
  const million = { start: T, stepSeconds: 0.001, count: 1e6 }

  it('is none for rows that no column has', () => {
    expect(workOf({ ...million, values: {} }, requiring(9))).toEqual({ pauses: 0, faults: 0 })
    expect(workOf({ ...million, values: { x: [1] } }, requiring(9))).toEqual({
      pauses: 0,
      faults: 1,
    })
    expect(workOf({ ...million, values: { m0: [1] } }, requiring(9)).pauses).toBe(0)
  })

  it('pauses while regular times are made', () => {
    const values = { a: Array(1e6).fill(1) }
    const { pauses } = workOf({ ...million, values }, station)
    expect(pauses).toBeGreaterThan(300)
  })

  it('does not grow with the required metrics that are missing', () => {
    const body = { ...million, count: 40_000, values: { m0: Array(40_000).fill(1) } }
    const one = workOf(body, requiring(2))
    const many = workOf(body, requiring(1000))
    expect(many.pauses).toBe(one.pauses)
    expect([one.faults, many.faults]).toEqual([1, 999])
  })
})

describe('a valid column body', () => {
  it('has one column per metric, with nulls where there is no sample', () => {
    const { rows, rejected, faults, samples } = read({
      timestamps: [T + 1, '2001-09-09T01:46:40.002001Z'],
      values: { a: [1.5, -2], b: [null, true], c: ['x', null] },
    })
    expect(faults).toEqual({})
    expect(rejected).toBe(0)
    expect(rows).toEqual([
      [1, 1000, 1.5],
      [1, 2001, -2],
      [2, 2001, 1],
      [3, 1000, Number.NaN],
    ])
    expect(samples.ascending).toBe(true)
  })

  it('may give its timestamps as start, stepSeconds and count', () => {
    const regular = (stepSeconds: number, count: number) =>
      read({ start: T - 1, stepSeconds, count, values: { a: Array(count).fill(1) } }).rows
    expect(regular(0.5, 3).map(([, time]) => time)).toEqual([-1000, 499_000, 999_000])
    expect(regular(1 / 3, 4).map(([, time]) => time)).toEqual([-1000, 332_333, 665_667, 999_000])
    expect(regular(1e-6, 3).map(([, time]) => time)).toEqual([-1000, -999, -998])
  })

  it('may be empty', () => {
    expect(read({ timestamps: [], values: {} })).toMatchObject({ rows: [], faults: {} })
    expect(read({ timestamps: [T + 1], values: {} })).toMatchObject({ rows: [], faults: {} })
  })

  it('is marked ascending only if its timestamps strictly ascend', () => {
    expect(read({ timestamps: [T + 2, T + 1], values: { a: [1, 2] } }).samples.ascending).toBe(
      false,
    )
    expect(read({ timestamps: [T + 1, T + 1], values: { a: [1, 2] } }).samples.ascending).toBe(
      false,
    )
  })
})

describe('invalid samples in columns', () => {
  it('are reported by JSON pointer, and the others are stored', () => {
    const { rows, rejected, fatal, faults } = read({
      timestamps: [T + 1, 'yesterday', T + 3],
      values: { a: [1, 2, 101], b: [null, null, 0], x: [1, null, 2] },
    })
    expect(rows).toEqual([[1, 1000, 1]])
    expect({ rejected, fatal }).toEqual({ rejected: 5, fatal: false })
    expect(faults).toEqual({
      '/body/timestamps/1':
        'must be ISO 8601 with an offset (2026-01-31T12:00:00Z) or integer epoch milliseconds (1769860800000, not seconds)',
      '/body/values/a/2': 'must be at most 100',
      '/body/values/b/2': 'must be true or false',
      '/body/values/x': 'thing type station has no metric x; it has a, b, c',
    })
  })

  it('of an unknown metric are ignored if the thing type says so', () => {
    const lax = thingOf([metricOf('a', 'number', 1)], { unknownMetrics: 'ignore' })
    const body = { timestamps: [T + 1], values: { a: [1], x: 'no column' } }
    expect(read(body, lax)).toMatchObject({ rows: [[1, 1000, 1]], rejected: 0, faults: {} })
  })

  it('include every sample of a row that lacks a required metric', () => {
    const strict = thingOf([
      metricOf('a', 'number', 1, { required: true }),
      metricOf('b', 'number', 2),
    ])
    const timestamps = [T + 1, T + 2, T + 3]
    const some = read({ timestamps, values: { a: [1, null, null], b: [1, 2, null] } }, strict)
    expect(some).toMatchObject({ rejected: 1, fatal: false })
    expect(some.rows).toHaveLength(2)
    expect(some.faults).toEqual({
      '/body/values/a/1': 'has no a at row 1, which every frame must have',
    })
    const none = read({ timestamps: [T + 1], values: { b: [1] } }, strict)
    expect(none).toMatchObject({ rows: [], rejected: 1 })
    expect(Object.keys(none.faults)).toEqual(['/body/values'])
  })
})

describe('an invalid column body', () => {
  const values = { a: [1, 2] }
  it.each([
    ['not an object', 7, ['/body']],
    ['an unknown field', { timestamps: [T + 1, T + 2], values, unit: 1 }, ['/body/unit']],
    ['no timestamps', { values }, ['/body']],
    ['timestamps that are no array', { timestamps: 7, values }, ['/body/timestamps']],
    [
      'timestamps together with start and stepSeconds',
      { timestamps: [T + 1, T + 2], start: T + 1, stepSeconds: 1, values },
      ['/body/start', '/body/stepSeconds'],
    ],
    ['a bad start', { start: 'x', stepSeconds: 1, count: 2, values }, ['/body/start']],
    ['no step', { start: T + 1, count: 2, values }, ['/body/stepSeconds']],
    [
      'a step of half a microsecond',
      { start: T + 1, stepSeconds: 5e-7, count: 2, values },
      ['/body/stepSeconds'],
    ],
    [
      'a step as text',
      { start: T + 1, stepSeconds: '1s', count: 2, values },
      ['/body/stepSeconds'],
    ],
    ['no count', { start: T + 1, stepSeconds: 1, values }, ['/body/count']],
    [
      'a count beyond the limit',
      { start: T + 1, stepSeconds: 1, count: 1e6 + 1, values },
      ['/body/count'],
    ],
    [
      'a count into the future',
      { start: T + 1, stepSeconds: 1e9, count: 9, values },
      ['/body/count'],
    ],
    ['no values', { timestamps: [T + 1, T + 2] }, ['/body/values']],
    [
      'a value in place of a column',
      { timestamps: [T + 1, T + 2], values: { a: 1 } },
      ['/body/values/a'],
    ],
    ['a short column', { timestamps: [T + 1, T + 2, T + 3], values }, ['/body/values/a']],
    ['a long column', { timestamps: [T + 1], values }, ['/body/values/a']],
  ])('is rejected as a whole: %s', (_, body, pointers) => {
    const { rows, fatal, faults } = read(body)
    expect(Object.keys(faults)).toEqual(pointers)
    expect(fatal).toBe(true)
    if (!pointers.includes('/body/unit') && !pointers.includes('/body/start'))
      expect(rows).toEqual([])
  })

  it('is rejected when it holds more samples than one call may', () => {
    const count = 600_000
    const values = { a: Array(count).fill(1), b: Array(count).fill(true), c: Array(count).fill('') }
    const body = { start: T + 0, stepSeconds: 0.001, count, values }
    const { fatal, faults } = read(body)
    expect(fatal).toBe(true)
    expect(faults).toEqual({ '/body': 'must hold at most 1000000 samples; send more calls' })
  })
})
