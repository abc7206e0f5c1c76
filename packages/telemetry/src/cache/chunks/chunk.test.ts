import { atOnce } from '@sluice/runtime'
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
        expect(samplesOf(atOnce(chunk.run()))).toEqual(expected)
        const some = samplesOf(within(atOnce(chunk.run()), 10, 30))
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
  const before = atOnce(chunk.run())
  put(chunk, [50, 50])
  put(chunk, [15, 'late'])
  put(chunk, [45, 45])
  atOnce(chunk.run())
  put(chunk, [60, 60])
  expect(samplesOf(before)).toEqual([
    [10, 10],
    [20, 20],
    [30, 30],
    [40, 'on'],
  ])
  expect(samplesOf(atOnce(chunk.run())).map(([time]) => time)).toEqual([
    10, 15, 20, 30, 40, 45, 50, 60,
  ])
})

it('loaded samples are appended in order, and strings are added afterwards', () => {
  const chunk = new Chunk()
  chunk.append(Float64Array.of(1, 2), Float64Array.of(5, Number.NaN))
  chunk.append(Float64Array.of(3), Float64Array.of(7))
  chunk.setText(2, 'off')
  chunk.setText(9, 'of a time without a sample')
  put(chunk, [4, 8])
  expect(samplesOf(atOnce(chunk.run()))).toEqual([
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

it('late samples that nobody reads do not gather without bound', () => {
  const chunk = new Chunk()
  put(chunk, [1e6, 1])
  for (let i = 0; i < 10_000; i += 1) put(chunk, [i, i])
  expect(chunk.isTooLarge).toBe(true)
  expect(chunk.bytes).toBeLessThan(1_000_000)
})

const act = fc.oneof(
  { weight: 4, arbitrary: fc.record({ put: sample }) },
  { weight: 1, arbitrary: fc.record({ ask: fc.constant(true) }) },
  { weight: 6, arbitrary: fc.record({ go: fc.nat({ max: 3 }) }) },
)

it('whatever is put while queries merge, each sees all that was put before it began, and its run stays as it is', () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 60 }), (acts) => {
      const chunk = new Chunk()
      const all: (readonly [number, number | string])[] = []
      const asked: { readonly work: ReturnType<Chunk['run']>; readonly after: number }[] = []
      const answered: { readonly run: SampleRun; readonly samples: unknown }[] = []
      function go(which: number): void {
        const [one] = asked.splice(which % Math.max(1, asked.length), 1)
        if (!one) return
        const step = one.work.next()
        if (!step.done) {
          asked.push(one)
          return
        }
        const samples = samplesOf(step.value)
        const states = Array.from({ length: all.length - one.after + 1 }, (_, more) =>
          sorted(all.slice(0, one.after + more)),
        )
        // Samples that are put meanwhile may show or not, each for itself.
        const certain = sorted(all.slice(0, one.after))
        const possible = new Set(all.slice(one.after).map(([time]) => time))
        const [settled, shown] = [certain, samples].map((some) =>
          some.filter(([time]) => !possible.has(time as number)),
        )
        expect(shown).toEqual(settled)
        for (const one of samples) expect(states.flat()).toContainEqual(one)
        answered.push({ run: step.value, samples })
      }
      for (const one of acts) {
        if ('put' in one) {
          put(chunk, one.put)
          all.push(one.put)
        } else if ('ask' in one) asked.push({ work: chunk.run(), after: all.length })
        else go(one.go)
      }
      while (asked.length > 0) go(0)
      for (const { run, samples } of answered) expect(samplesOf(run)).toEqual(samples)
      expect(samplesOf(atOnce(chunk.run()))).toEqual(sorted(all))
    }),
    { seed: 4, numRuns: 1000 },
  )
})

/** The last sample of each time, in order. */
function sorted(samples: readonly (readonly [number, number | string])[]) {
  return [...new Map(samples)].sort(([a], [b]) => a - b)
}

it('a merge copies a long list in slices', () => {
  const chunk = new Chunk()
  const times = Float64Array.from({ length: 500_000 }, (_, i) => 2 * i)
  chunk.append(times, times)
  put(chunk, [1, 1])
  let slices = 0
  for (const work = chunk.run(); !work.next().done; ) slices += 1
  expect(slices).toBeGreaterThan(12)
})

it('tells its keeper of all changes of its size, whatever is put and read', () => {
  fc.assert(
    fc.property(fc.array(fc.array(sample, { maxLength: 12 }), { maxLength: 6 }), (rounds) => {
      const chunk = new Chunk()
      let told = 0
      chunk.keptBy({ grow: (bytes) => (told += bytes) })
      expect(told).toBe(chunk.bytes)
      for (const round of rounds) {
        for (const one of round) put(chunk, one)
        expect(told).toBe(chunk.bytes)
        atOnce(chunk.run())
        expect(told).toBe(chunk.bytes)
      }
      chunk.keptBy(undefined)
      expect(told).toBe(0)
    }),
    { seed: 5, numRuns: 300 },
  )
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
          atOnce(chunk.run())
          chunk.append(Float64Array.from(own), Float64Array.from(own))
          for (const time of own) model.set(time, time)
        } else {
          for (const one of samples) {
            put(chunk, one)
            model.set(...one)
          }
        }
        for (const [i, other] of chunks.entries()) {
          const run = atOnce(other.run())
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
  expect(atOnce(other.run()).times).toBe(atOnce(one.run()).times)
  expect(other.bytes).toBeLessThan(0.6 * one.bytes)
  put(other, [86_395, 1])
  put(one, [86_400, 1])
  expect(atOnce(other.run()).times).not.toBe(atOnce(one.run()).times)
  expect(one.bytes + other.bytes).toBeGreaterThan(4 * times.byteLength)
})

it('corrections leave the times of a chunk shared', () => {
  const one = new Chunk()
  for (const time of [10, 20, 30]) put(one, [time, time])
  const other = new Chunk(one.times)
  for (const time of [10, 20, 30]) put(other, [time, -time])
  put(other, [20, 'corrected'])
  expect(samplesOf(atOnce(other.run()))).toEqual([
    [10, -10],
    [20, 'corrected'],
    [30, -30],
  ])
  expect(atOnce(other.run()).times).toBe(atOnce(one.run()).times)
})
