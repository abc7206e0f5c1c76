import type { Range } from '../../query/plan/range.ts'
import type { Write } from '../../write/blocks/write.ts'
import { getOrMake } from '../get-or-make.ts'
import type { EndQuestion } from './end-question.ts'
import { SampleRun } from './sample-run.ts'

/** A number is null where the sample is a string. */
export type SampleRow = [
  ...[time: number, thing: number, metric: number],
  ...[number: number | null, text: string],
]

/** By thing and metric. */
export type SeriesSamples = ReadonlyMap<number, ReadonlyMap<number, SampleRun>>

/** Measured, in the heap, about: a bucket, each of its things, a series of one sample, and each other without its text. */
const BUCKET_BYTES = 1000
const THING_BYTES = 300
const SERIES_BYTES = 600
const SAMPLE_BYTES = 30

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
  samples = 0
  /** Of memory, about. */
  bytes: number
  /** Whether the memory has it, grown too old or not. */
  isKept = false
  /** Whether something was taken away that it was not notified of. */
  isLost = false
  /** What it was notified of while it is being read; undefined once it is. */
  #queued: SampleRow[] | undefined = []

  constructor(question: EndQuestion, number: number) {
    this.question = question
    this.number = number
    this.key = keyOf(question.key, number)
    this.span = { from: question.startOf(number), to: question.startOf(number + 1) }
    this.bytes = BUCKET_BYTES + this.key.length + question.things.length * THING_BYTES
  }

  /** Samples that it was notified of while it is being read. */
  get waiting(): number {
    return this.#queued?.length ?? 0
  }

  /** Takes what was read of it, and then what it was notified of meanwhile, which is later. */
  fill(rows: readonly SampleRow[]): void {
    for (const row of rows) if (this.#holds(row[0])) this.#put(...row)
    for (const row of this.#queued ?? []) this.#put(...row)
    this.#queued = undefined
  }

  /** Notifies it of a write, which is later than all that it was notified of before. */
  tell(write: Write): void {
    const rows = this.#rowsOf(write)
    if (this.#queued) this.#queued.push(...rows)
    else for (const row of rows) this.#put(...row)
  }

  #holds(time: number): boolean {
    return time >= this.span.from && time < this.span.to
  }

  #put(time: number, thing: number, metric: number, number: number | null, text: string): void {
    const metrics = getOrMake(this.series, thing, () => new Map<number, SampleRun>())
    if (!metrics.has(metric)) this.bytes += SERIES_BYTES
    const run = getOrMake(metrics, metric, () => new SampleRun())
    const replaced = run.put(time, number ?? Number.NaN, text)
    if (replaced === undefined) this.samples += 1
    const grown = replaced === undefined ? SAMPLE_BYTES : -2 * replaced.length
    this.bytes += grown + 2 * text.length
  }

  /** Copied: the samples of a write are gone once the store has them. */
  #rowsOf({ thing, samples }: Write): SampleRow[] {
    const { metrics } = this.question
    const rows: SampleRow[] = []
    for (let row = 0; row < samples.rows; row += 1) {
      const metric = samples.metrics[row] ?? 0
      if (!metrics.includes(metric)) continue
      const time = samples.timeAt(row)
      if (!this.#holds(time)) continue
      const number = samples.numbers[row] ?? Number.NaN
      rows.push([time, thing, metric, number, samples.textAt(row) ?? ''])
    }
    return rows
  }
}
