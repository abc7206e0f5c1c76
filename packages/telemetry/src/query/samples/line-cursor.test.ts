import { atOnce } from '@sluice/runtime'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Chunk, type SampleRun } from '../../cache/chunks/chunk.ts'
import { Tallies } from '../../cache/chunks/tally.ts'
import { DAY, HOUR } from '../../rollups/rules.ts'
import { LineCursor } from './line-cursor.ts'

/** Enough samples for a chunk to keep hourly tallies. */
const SAMPLES = 1100
const STEP = 60e6
const MINUTES = DAY / STEP

function tallyOf(run: SampleRun, bounds: readonly number[]): number[][] {
  const cursor = new LineCursor({ thing: 1, metric: 1, runs: [run] }, spanOf(bounds))
  return bounds.slice(1).map((to) => {
    const tally = new Tallies(1)
    cursor.tallyBefore(to, tally)
    return figuresOf(tally)
  })
}

function figuresOf(tally: Tallies): number[] {
  const [samples, numbers] = [tally.samples(0), tally.numbers(0)]
  const ofNumbers = numbers > 0 ? [tally.total(0), tally.low(0), tally.high(0)] : []
  return [samples, numbers, ...ofNumbers]
}

function spanOf(bounds: readonly number[]) {
  return { from: bounds[0] ?? 0, to: bounds.at(-1) ?? 0 }
}

/** The expected tally, computed sample by sample. */
function expected(model: ReadonlyMap<number, number>, from: number, to: number): number[] {
  const tally = new Tallies(1)
  const inside = [...model].filter(([time]) => time >= from && time < to).sort(([a], [b]) => a - b)
  const [times, numbers] = [0, 1].map((at) => Float64Array.from(inside, (one) => one[at] ?? 0))
  if (times && numbers) tally.addBefore(0, { times, numbers, end: times.length }, 0, to)
  return figuresOf(tally)
}

const minute = fc.integer({ min: 0, max: MINUTES + 200 })
const bounds = fc
  .uniqueArray(
    fc.oneof(
      minute,
      fc.integer({ min: 0, max: 24 }).map((hour) => hour * 60),
    ),
    { minLength: 2, maxLength: 6 },
  )
  .map((list) => list.sort((a, b) => a - b).map((one) => DAY + one * STEP))
const sample = fc.tuple(
  fc.integer({ min: 0, max: MINUTES - 1 }),
  fc.oneof(fc.integer({ min: -9, max: 9 }), fc.constant(Number.NaN)),
)
const rounds = fc.array(
  fc.record({
    /** Queried between writes, so that an older run uses the current state of its chunk. */
    asked: bounds,
    samples: fc.array(sample, { maxLength: 6 }),
    again: bounds,
  }),
  { maxLength: 8 },
)

it('hourly tallies equal those of their samples, whatever is written meanwhile', () => {
  fc.assert(
    fc.property(rounds, (rounds) => {
      const chunk = new Chunk()
      const model = new Map<number, number>()
      const put = (minute: number, value: number) => {
        const time = DAY + minute * STEP
        chunk.put(time, value, Number.isNaN(value) ? 'on' : '')
        model.set(time, value)
      }
      for (let i = 0; i < SAMPLES; i += 1) put(i, i % 7)
      for (const { asked, samples, again } of rounds) {
        const before = atOnce(chunk.run())
        for (const one of samples) put(...one)
        tallyOf(before, asked)
        const found = tallyOf(atOnce(chunk.run()), again)
        const wanted = again.slice(1).map((to, i) => expected(model, again[i] ?? 0, to))
        expect(found).toEqual(wanted)
      }
    }),
    { seed: 3, numRuns: 300 },
  )
})

it('does not recompute the tally of a known hour', () => {
  const chunk = new Chunk()
  for (let i = 0; i < SAMPLES; i += 1) chunk.put(DAY + i * STEP, i, '')
  const run = atOnce(chunk.run())
  const bounds = [DAY, DAY + HOUR]
  const [first] = tallyOf(run, bounds)
  run.numbers.fill(0)
  expect(tallyOf(run, bounds)).toEqual([first])
})
