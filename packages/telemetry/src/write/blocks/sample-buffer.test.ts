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

it('the metrics and the range of times are those of all rows', () => {
  const times = fc.array(fc.record({ metric: fc.integer({ min: 1, max: 3 }), time: fc.nat() }), {
    minLength: 1,
    maxLength: 300,
  })
  fc.assert(
    fc.property(times, fc.boolean(), (sent, ascending) => {
      const order = (list: typeof sent) => list.toSorted((a, b) => a.time - b.time)
      const samples = ascending ? order(sent) : sent
      const buffer = bufferOf(samples.map((one) => ({ ...one, value: 0 })))
      buffer.ascending = ascending
      atOnce(buffer.sortByMetric())
      const sorted = samples.map(({ metric }) => metric).sort((a, b) => a - b)
      expect(buffer.runs()).toBe(new Set(sorted).size)
      for (const [row, metric] of sorted.entries())
        expect(buffer.endOfMetric(row)).toBe(sorted.lastIndexOf(metric) + 1)
      const [first, ...others] = order(samples)
      const latest = others.at(-1) ?? first
      expect(buffer.timeRange()).toEqual({ earliest: first?.time, latest: latest?.time })
    }),
    { seed: 1 },
  )
})

it('the end of a metric is found without looking at all of its rows', () => {
  const buffer = new SampleBuffer(100_000)
  buffer.rows = 100_000
  buffer.metrics.fill(1, 0, 70_000)
  buffer.metrics.fill(2, 70_000)
  let looks = 0
  buffer.metrics = new Proxy(buffer.metrics, {
    get(metrics, name) {
      looks += 1
      return Reflect.get(metrics, name, metrics)
    },
  })
  expect(buffer.runs()).toBe(2)
  expect(looks).toBeLessThan(200)
})
