import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Chunk, type SampleRun, within } from './chunk.ts'

/** The samples of a run, with strings in place of NaN. */
function samplesOf({ times, numbers, texts, first, end }: SampleRun) {
  return Array.from({ length: end - first }, (_, i) => {
    const at = first + i
    const number = numbers[at] ?? 0
    return [times[at], Number.isNaN(number) ? (texts?.[at] ?? '') : number]
  })
}

const value = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: -9, max: 9 }) },
  fc.string({ maxLength: 3 }),
)
const sample = fc.tuple(fc.integer({ min: 0, max: 40 }), value)

function put(chunk: Chunk, [time, value]: readonly [number, number | string]) {
  const isText = typeof value === 'string'
  chunk.put(time, isText ? Number.NaN : value, isText ? value : '')
}

it('a chunk holds the last sample of each time, ordered by time', () => {
  fc.assert(
    fc.property(fc.array(fc.array(sample, { maxLength: 12 }), { maxLength: 6 }), (rounds) => {
      const chunk = new Chunk()
      const model = new Map<number, number | string>()
      for (const round of rounds) {
        for (const one of round) {
          put(chunk, one)
          model.set(...one)
        }
        const expected = [...model].sort(([a], [b]) => a - b)
        expect(samplesOf(chunk.run())).toEqual(expected)
        const some = samplesOf(within(chunk.run(), 10, 30))
        expect(some).toEqual(expected.filter(([time]) => time >= 10 && time < 30))
      }
    }),
    { seed: 1, numRuns: 500 },
  )
})

it('a run taken earlier is not affected by samples of other times', () => {
  const chunk = new Chunk()
  for (const time of [10, 20, 30]) put(chunk, [time, time])
  put(chunk, [40, 'on'])
  const before = chunk.run()
  put(chunk, [50, 50])
  put(chunk, [15, 'late'])
  put(chunk, [45, 45])
  chunk.run()
  put(chunk, [60, 60])
  expect(samplesOf(before)).toEqual([
    [10, 10],
    [20, 20],
    [30, 30],
    [40, 'on'],
  ])
  expect(samplesOf(chunk.run()).map(([time]) => time)).toEqual([10, 15, 20, 30, 40, 45, 50, 60])
})

it('loaded samples are appended in order, and strings are added afterwards', () => {
  const chunk = new Chunk()
  chunk.append(Float64Array.of(1, 2), Float64Array.of(5, Number.NaN))
  chunk.append(Float64Array.of(3), Float64Array.of(7))
  chunk.setText(2, 'off')
  chunk.setText(9, 'of a time without a sample')
  put(chunk, [4, 8])
  expect(samplesOf(chunk.run())).toEqual([
    [1, 5],
    [2, 'off'],
    [3, 7],
    [4, 8],
  ])
})

it('the size of a chunk grows with samples and texts, including late ones', () => {
  const chunk = new Chunk()
  const sizes = [chunk.bytes]
  const grow = (...samples: readonly (readonly [number, number | string])[]) => {
    for (const one of samples) put(chunk, one)
    sizes.push(chunk.bytes)
  }
  grow([100, 1])
  grow([200, 'a text of a state'])
  grow([50, 'late'])
  for (let i = 1; i < sizes.length; i += 1) expect(sizes[i]).toBeGreaterThan(sizes[i - 1] ?? 0)
  grow(...Array.from({ length: 10_000 }, (_, i) => [300 + i, i] as const))
  expect(chunk.bytes).toBeGreaterThan(160_000)
  expect(chunk.bytes).toBeLessThan(320_000)
})

it('merges late samples now and then even if nobody reads the series', () => {
  const chunk = new Chunk()
  put(chunk, [1e6, 1])
  for (let i = 0; i < 10_000; i += 1) put(chunk, [i % 100, i])
  expect(chunk.bytes).toBeLessThan(1_000_000)
  expect(samplesOf(chunk.run())).toHaveLength(101)
})

const step = fc.record({
  chunk: fc.integer({ min: 0, max: 2 }),
  samples: fc.array(sample, { maxLength: 6 }),
  isAppended: fc.boolean(),
})

it('chunks that share times hold their own samples, whatever the others get', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const first = new Chunk()
      const chunks = [first, new Chunk(first.times), new Chunk(first.times)]
      const models = chunks.map(() => new Map<number, number | string>())
      const taken: (readonly [SampleRun, (number | undefined)[]])[] = []
      for (const { chunk: index, samples, isAppended } of steps) {
        const [chunk, model] = [chunks[index] ?? first, models[index] ?? new Map()]
        if (isAppended) {
          const last = Math.max(-1, ...model.keys())
          const own = [...new Set(samples.map(([time]) => last + 1 + time))].sort((a, b) => a - b)
          chunk.run()
          chunk.append(Float64Array.from(own), Float64Array.from(own))
          for (const time of own) model.set(time, time)
        } else {
          for (const one of samples) {
            put(chunk, one)
            model.set(...one)
          }
        }
        for (const [i, other] of chunks.entries()) {
          const run = other.run()
          expect(samplesOf(run)).toEqual([...(models[i] ?? [])].sort(([a], [b]) => a - b))
          taken.push([run, timesOf(run)])
        }
      }
      for (const [run, times] of taken) expect(timesOf(run)).toEqual(times)
    }),
    { seed: 3, numRuns: 500 },
  )
})

const timesOf = (run: SampleRun) => samplesOf(run).map(([time]) => time as number | undefined)

it('a chunk with the same times as another takes little more than half as much, until they differ', () => {
  const times = Float64Array.from({ length: 8640 }, (_, i) => i * 10)
  const one = new Chunk()
  one.append(times, times)
  const other = new Chunk(one.times)
  other.append(times, times)
  expect(other.run().times).toBe(one.run().times)
  expect(other.bytes).toBeLessThan(0.6 * one.bytes)
  put(other, [86_395, 1])
  put(one, [86_400, 1])
  expect(other.run().times).not.toBe(one.run().times)
  expect(one.bytes + other.bytes).toBeGreaterThan(4 * times.byteLength)
})

it('corrections leave the times of a chunk shared', () => {
  const one = new Chunk()
  for (const time of [10, 20, 30]) put(one, [time, time])
  const other = new Chunk(one.times)
  for (const time of [10, 20, 30]) put(other, [time, -time])
  put(other, [20, 'corrected'])
  expect(samplesOf(other.run())).toEqual([
    [10, -10],
    [20, 'corrected'],
    [30, -30],
  ])
  expect(other.run().times).toBe(one.run().times)
})
