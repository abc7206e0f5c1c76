import { atOnce } from '@sluice/runtime'
import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { metricOf, thingOf } from '../../testing/things.ts'
import type { Intake } from '../intake.ts'
import { compileRules } from '../rules.ts'
import { scanFrames } from './frame-scan.ts'
import { readFrames } from './frames.ts'

const thing = thingOf([
  metricOf('wind', 'number', 9, { max: 1000, retentionDays: 30 }),
  metricOf('count', 'integer', 4),
  metricOf('door', 'boolean', 2),
  metricOf('state', 'string', 3),
])
const rules = compileRules(thing, new Date('2026-02-01T00:00:00Z'))
const time = '2026-01-31T12:00:00Z'
const scan = (text: string) => scanFrames(Buffer.from(text), rules)

function samplesOf({ samples }: Intake) {
  atOnce(samples.sortByMetric())
  const { rows, metrics, numbers, times, ascending } = samples
  return {
    ascending,
    metrics: metrics.slice(0, rows),
    numbers: numbers.slice(0, rows),
    times: times.slice(0, rows * 2),
  }
}

function expectSame(text: string) {
  const scanned = scan(text)
  if (!scanned) throw new Error(`Not scanned: ${text}`)
  expect(samplesOf(scanned)).toEqual(samplesOf(readFrames(JSON.parse(text), rules)))
}

it('the scanner reads the same samples as the JSON parser', () => {
  const timestamp = fc
    .integer({ min: Date.parse('2026-01-05'), max: Date.parse(time) })
    .chain((millis) => fc.constantFrom<string | number>(millis, new Date(millis).toISOString()))
  const count = fc.integer({ min: -9, max: 2 ** 40 })
  const wind = fc.double({ min: -1e6, max: 1000, noNaN: true })
  const values = fc.record({ wind, count, door: fc.boolean() })
  fc.assert(
    fc.property(fc.array(fc.record({ timestamp, values }), { minLength: 1 }), (frames) => {
      for (const indent of [0, 2]) expectSame(JSON.stringify({ frames }, undefined, indent))
      expectSame(JSON.stringify(frames[0]))
    }),
    { numRuns: 200, seed: 1 },
  )
})

const frame = (values: string, timestamp = `"${time}"`) =>
  `{"timestamp":${timestamp},"values":{${values}}}`
const listed = (...frames: string[]) => `{"frames":[${frames.join(',')}]}`

it('the scanner grows its buffers beyond the estimate from the first frame', () => {
  const long = frame('"door":true', `"2026-01-31T12:00:00.${'0'.repeat(400)}Z"`)
  expectSame(listed(long, ...Array.from({ length: 40 }, () => frame('"door":false'))))
})

test.each([
  ['a string', frame('"state":"on"')],
  ['null', frame('"wind":null')],
  ['a value out of bounds', frame('"wind":1001')],
  ['a value of another type', frame('"wind":true')],
  ['an infinite value', frame('"wind":-1e999')],
  ['a sample older than is kept', frame('"wind":1', '"2025-12-01T00:00:00Z"')],
  ['an unknown metric', frame('"wind":1,"x":1')],
  ['a metric given twice', frame('"wind":1,"wind":2')],
  ['an escaped name', frame('"w\\u0069nd":1')],
  ['no value', frame('')],
  ['an invalid timestamp', frame('"wind":1', '"soon"')],
  ['a timestamp in the future', frame('"wind":1', '"2026-03-01T00:00:00Z"')],
  ['values before the timestamp', `{"values":{"wind":1},"timestamp":"${time}"}`],
  ['an unknown field', `{"timestamp":"${time}","values":{"wind":1},"x":1}`],
  ['trailing content', `${frame('"wind":1')} 1`],
  ['half a frame', frame('"wind":1').slice(0, -1)],
  ['a comma too many', frame('"wind":1,')],
  ['a byte-order mark', `\ufeff${frame('"wind":1')}`],
  ['no frames', listed()],
  ['a frame with fewer metrics', listed(frame('"wind":1,"count":2'), frame('"wind":1'))],
  ['a frame with more metrics', listed(frame('"wind":1'), frame('"wind":1,"count":2'))],
  [
    'a frame with metrics in another order',
    listed(frame('"wind":1,"count":2'), frame('"count":1,"wind":2')),
  ],
  [
    'a bad value in the third frame',
    listed(...[1, 1, 1001].map((wind) => frame(`"wind":${wind}`))),
  ],
  ['the beginning of the list twice', listed(frame('"wind":1')).slice(0, -4).repeat(2)],
  ['a complete list that begins twice', `${listed(frame('"wind":1')).slice(0, -4).repeat(2)}}}]}`],
  ['a list that does not end', listed(frame('"wind":1')).slice(0, -2)],
  ['another field beside the frames', '{"frames":[],"x":1}'],
  ['nothing', ''],
])('the scanner leaves a body to the parser: %s', (_, text) => {
  expect(scan(text)).toBeUndefined()
})

it('the scanner leaves a frame without a required metric to the parser', () => {
  const strict = thingOf([
    metricOf('wind', 'number', 1),
    metricOf('count', 'integer', 2, { required: true }),
  ])
  const read = (text: string) => scanFrames(Buffer.from(text), compileRules(strict, new Date()))
  expect(read(frame('"wind":1'))).toBeUndefined()
  expect(read(frame('"count":1'))).toBeDefined()
})

it('the scanner leaves a body with too many frames to the parser', () => {
  const frames = Array.from({ length: 10_001 }, () => frame('"wind":1'))
  expect(scan(listed(...frames))).toBeUndefined()
  expect(scan(listed(...frames.slice(1)))?.samples.rows).toBe(10_000)
})
