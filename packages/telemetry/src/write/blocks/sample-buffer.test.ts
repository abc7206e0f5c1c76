import { atOnce } from '@sluice/runtime'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { SampleBuffer } from './sample-buffer.ts'

type Sample = { metric: number; time: number; value: number | string }

function bufferOf(samples: readonly Sample[]): SampleBuffer {
  const buffer = new SampleBuffer(0)
  for (const { metric, time, value } of samples) buffer.push(metric, time, value)
  return buffer
}

function samplesOf(buffer: SampleBuffer): Sample[] {
  const times = new BigInt64Array(buffer.times.buffer)
  return Array.from({ length: buffer.rows }, (_, row) => ({
    metric: buffer.metrics[row] ?? 0,
    time: Number(times[row]),
    value: buffer.textAt(row) ?? buffer.numbers[row] ?? 0,
  }))
}

const sample = fc.record({
  metric: fc.integer({ min: 1, max: 5 }),
  time: fc.integer({ min: -(2 ** 52), max: 2 ** 52 }),
  value: fc.oneof(fc.double({ noNaN: true }), fc.string()),
})

const numeric = sample.map((one) => ({ ...one, value: Number(one.value) || 0 }))

it('sorting by metric is stable', () => {
  const samples = fc.oneof(...[sample, numeric].map((one) => fc.array(one, { maxLength: 60 })))
  fc.assert(
    fc.property(samples, (samples) => {
      const buffer = bufferOf(samples)
      atOnce(buffer.sortByMetric())
      expect(samplesOf(buffer)).toEqual(samples.toSorted((a, b) => a.metric - b.metric))
    }),
    { seed: 1 },
  )
})

it('times are compared as numbers over the whole range', () => {
  const time = fc.integer({ min: -(2 ** 52), max: 2 ** 52 })
  fc.assert(
    fc.property(time, time, (one, other) => {
      const [a, b] = [one, other].map((at) => bufferOf([{ metric: 1, time: at, value: 0 }]))
      if (!a || !b) throw new Error('unreachable')
      expect(Math.sign(a.compareTimes(0, b, 0))).toBe(Math.sign(one - other))
    }),
    { seed: 1 },
  )
})
