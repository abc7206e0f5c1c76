import { ingestLimits } from '@sluice/contract'
import { describe, expect, it } from 'vitest'
import type { MeasuredThing } from '../../measured-thing.ts'
import { metricOf, thingOf } from '../../testing/things.ts'
import { compileRules } from '../rules.ts'
import { readFrames } from './frames.ts'

const now = new Date('2026-02-01T00:00:00Z')
/** Epoch milliseconds close to all times used here. */
const T = 1e12
const time = '2026-01-31T12:00:00Z'
const station = thingOf([
  metricOf('temperature', 'number', 1, { max: 100, retentionDays: 30 }),
  metricOf('door', 'boolean', 2),
  metricOf('state', 'string', 3),
])

function read(body: unknown, thing: MeasuredThing = station) {
  const intake = readFrames(body, compileRules(thing, now))
  return {
    rows: intake.samples.rows,
    rejected: intake.rejected,
    fatal: intake.faults.fatal,
    faults: Object.fromEntries(
      intake.faults.list().map(({ pointer, detail }) => [pointer, detail]),
    ),
    samples: intake.samples,
  }
}

describe('a valid frame body', () => {
  it('may be one frame', () => {
    const { rows, rejected, faults, samples } = read({
      timestamp: time,
      values: { temperature: -0, door: true, state: '' },
    })
    expect({ rows, rejected, faults }).toEqual({ rows: 3, rejected: 0, faults: {} })
    expect([...samples.metrics.subarray(0, 3)]).toEqual([1, 2, 3])
    expect([...samples.numbers.subarray(0, 3)]).toEqual([-0, 1, Number.NaN])
    expect(samples.texts).toEqual([''])
    expect(samples.textRows).toEqual([2])
  })

  it('may be many frames, in any order', () => {
    const frames = [3, 1, 1]
      .map((after) => T + after)
      .map((timestamp) => ({ timestamp, values: { door: false } }))
    const { rows, samples } = read({ frames })
    expect(rows).toBe(3)
    expect(samples.ascending).toBe(false)
    expect(read({ frames: frames.slice(1, 2) }).samples.ascending).toBe(true)
  })

  it('may have metrics that are ignored, or none at all', () => {
    const lax = thingOf([metricOf('door', 'boolean', 2)], { unknownMetrics: 'ignore' })
    const { rows, rejected, faults } = read(
      { timestamp: T + 1, values: { door: true, x: {} } },
      lax,
    )
    expect({ rows, rejected, faults }).toEqual({ rows: 1, rejected: 0, faults: {} })
    expect(read({ timestamp: T + 1, values: {} }).rows).toBe(0)
  })

  it('may have metrics named like built-in object properties', () => {
    const names = ['__proto__', 'constructor', 'toString']
    const odd = thingOf(names.map((name, i) => metricOf(name, 'number', i)))
    const values = '{"__proto__": 1, "constructor": 2, "toString": 3}'
    expect(read(JSON.parse(`{"timestamp": ${T}, "values": ${values}}`), odd).rows).toBe(3)
    expect(read({ timestamp: T + 1, values: {} }, odd).rows).toBe(0)
  })
})

describe('an invalid sample in a frame', () => {
  it('is reported by JSON pointer, and the others are stored', () => {
    const { rows, rejected, fatal, faults } = read({
      frames: [
        { timestamp: time, values: { temperature: 101, door: 1, 'a/b': 1, state: 'ok' } },
        { timestamp: '2025-12-31T00:00:00Z', values: { temperature: 1, door: true } },
        { timestamp: time, values: { temperature: null } },
      ],
    })
    expect({ rows, rejected, fatal }).toEqual({ rows: 2, rejected: 5, fatal: false })
    expect(faults).toEqual({
      '/body/frames/0/values/temperature': 'must be at most 100',
      '/body/frames/0/values/door': 'must be true or false',
      '/body/frames/0/values/a~1b':
        'thing type station has no metric a/b; it has temperature, door, state',
      '/body/frames/1/values/temperature': 'is older than the 30 days that temperature is kept',
      '/body/frames/2/values/temperature':
        'must be a finite number; omit a metric without a sample',
    })
  })
})

describe('a frame', () => {
  const values = { door: true, state: 'x' }
  it.each([
    ['not an object', 7, '/body', 1],
    ['an array', [], '/body', 1],
    ['null', null, '/body', 1],
    ['no timestamp', { values }, '/body/timestamp', 2],
    [
      'a timestamp without an offset',
      { timestamp: '2026-01-31T12:00:00', values },
      '/body/timestamp',
      2,
    ],
    [
      'a timestamp before 1900',
      { timestamp: '1899-12-31T23:59:59Z', values },
      '/body/timestamp',
      2,
    ],
    [
      'a timestamp too far in the future',
      { timestamp: '2026-02-01T00:10:00.001Z', values },
      '/body/timestamp',
      2,
    ],
    ['no values', { timestamp: time }, '/body/values', 1],
    ['values of the wrong form', { timestamp: time, values: [1] }, '/body/values', 1],
    ['an unknown field', { timestamp: time, values, unit: 'Cel' }, '/body/unit', 2],
  ])('is rejected as a whole: %s', (_, body, pointer, rejected) => {
    const result = read(body)
    expect(Object.keys(result.faults)).toEqual([pointer])
    expect(result).toMatchObject({ rows: 0, rejected, fatal: false })
  })

  it('may be up to ten minutes in the future', () => {
    expect(read({ timestamp: '2026-02-01T00:10:00Z', values }).rows).toBe(2)
  })

  it('must carry the required metrics', () => {
    const strict = thingOf([
      metricOf('a', 'number', 1, { required: true }),
      metricOf('b', 'number', 2),
    ])
    const frames = [
      { timestamp: T + 1, values: { b: 1 } },
      { timestamp: T + 2, values: { a: 'x', b: 1 } },
    ]
    const { rows, rejected, faults } = read({ frames }, strict)
    expect(faults).toEqual({
      '/body/frames/0/values': 'has no a, which every frame must have',
      '/body/frames/1/values/a': 'must be a number, not a string',
    })
    expect({ rows, rejected }).toEqual({ rows: 1, rejected: 2 })
  })
})

describe('an invalid list of frames', () => {
  it.each([
    ['not an array', { frames: {} }, '/body/frames'],
    ['an empty list', { frames: [] }, '/body/frames'],
    [
      'a list beside other fields',
      { frames: [{ timestamp: T + 1, values: {} }], timestamp: T },
      '/body/timestamp',
    ],
    ['too many frames', { frames: Array(ingestLimits.frames + 1).fill({}) }, '/body/frames'],
  ])('fails the call: %s', (_, body, pointer) => {
    const { fatal, faults } = read(body)
    expect(fatal).toBe(true)
    expect(Object.keys(faults)).toEqual([pointer])
  })

  it('fails the call when it holds more samples than one call may', () => {
    const keys = Array.from({ length: 101 }, (_, i) => `m${i}`)
    const wide = thingOf(keys.map((key, i) => metricOf(key, 'number', i)))
    const values = Object.fromEntries(keys.map((key) => [key, 1]))
    const { fatal, faults } = read(
      { frames: Array(10_000).fill({ timestamp: T + 1, values }) },
      wide,
    )
    expect(fatal).toBe(true)
    expect(faults).toEqual({ '/body': 'must hold at most 1000000 samples; send more calls' })
  })
})
