import type { Write } from '../blocks/write.ts'
import { getOrMake } from '../get-or-make.ts'
import type { Range } from '../query/range.ts'
import type { EndQuestion } from './end-memory.ts'
import { SampleRun } from './sample-run.ts'

/** A number is null where the sample is a string. */
export type SampleRow = [
  ...[time: number, thing: number, metric: number],
  ...[number: number | null, text: string],
]

/** Measured, in the heap, about: a bucket without samples, each of its things, and a sample without its text (15 to 30). */
const BUCKET_BYTES = 1000
const THING_BYTES = 300
const SAMPLE_BYTES = 30

/** By thing and metric. */
export type SeriesSamples = ReadonlyMap<number, ReadonlyMap<number, SampleRun>>

export function keyOf(question: string, bucket: number): string {
  return `${question} ${bucket}`
}

/** All samples of some series in a bucket. */
export class Bucket {
  readonly question: EndQuestion
  readonly number: number
  readonly key: string
  /** Epoch microseconds. */
  readonly span: Range
  readonly series = new Map<number, Map<number, SampleRun>>()
  /** Of memory, about. */
  bytes: number
  /** Whether there is something that it does not have. */
  isLost = false

  constructor(question: EndQuestion, number: number) {
    this.question = question
    this.number = number
    this.key = keyOf(question.key, number)
    this.bytes = BUCKET_BYTES + this.key.length + question.things.length * THING_BYTES
    this.span = { from: question.startOf(number), to: question.startOf(number + 1) }
  }

  holds(time: number): boolean {
    return time >= this.span.from && time < this.span.to
  }

  /** Adds a sample; answers whether it is later than all others of its series. */
  add(time: number, thing: number, metric: number, number: number | null, text: string): boolean {
    const metrics = getOrMake(this.series, thing, () => new Map<number, SampleRun>())
    const run = getOrMake(metrics, metric, () => new SampleRun())
    this.bytes += SAMPLE_BYTES + 2 * text.length
    return run.push(time, number ?? Number.NaN, text)
  }

  /** Adds what it should have of a write; answers false where a sample is not later than all others of its series. */
  take({ thing, samples }: Write): boolean {
    for (let row = 0; row < samples.rows; row += 1) {
      const metric = samples.metrics[row] ?? 0
      const time = samples.timeAt(row)
      if (!this.holds(time) || !this.question.metrics.includes(metric)) continue
      const number = samples.numbers[row] ?? Number.NaN
      if (!this.add(time, thing, metric, number, samples.textAt(row) ?? '')) return false
    }
    return true
  }
}
