import { type SampleRun, within } from '../../cache/chunks/chunk.ts'
import { groupByLine } from '../buckets/by-line.ts'
import { Cells } from '../buckets/cells.ts'
import type { Order } from '../pages/spans.ts'
import type { Range } from '../plan/range.ts'
import type { Column } from '../plan/selection.ts'
import { TOGETHER } from '../plan/subject.ts'
import { sampleValue } from '../stored-value.ts'
import type { LineSamples } from './line-samples.ts'

/** Rows between two looks at the clock, whose lines are all looked at for each. */
const LOOKS_A_YIELD = 10_000

/** Raw samples of a span, a row a time: of as many times as a page has, and of one more. */
export function* rowsOf(
  lines: readonly LineSamples[],
  columns: readonly Column[],
  span: Range,
  { order, limit }: { readonly order: Order; readonly limit: number },
): Generator<void, Cells> {
  const byLine = groupByLine(columns)
  const readers = lines.map((line) => ({
    columns: byLine.get(line.thing, line.metric) ?? byLine.get(TOGETHER, line.metric) ?? [],
    samples: new SampleReader(line, span, order),
  }))
  const cells = new Cells()
  let looks = 0
  for (let rows = 0; rows <= limit; rows += 1) {
    let next: number | undefined
    for (const { samples } of readers) {
      const { time } = samples
      if (time === undefined) continue
      if (next === undefined || (order === 'asc' ? time < next : time > next)) next = time
    }
    if (next === undefined) break
    for (const { columns, samples } of readers) {
      if (samples.time !== next) continue
      const { number, text } = samples
      for (const { id, metric } of columns) {
        cells.push(next, id, sampleValue(number, text, metric.valueType))
      }
      samples.advance()
    }
    looks += readers.length
    if (looks < LOOKS_A_YIELD) continue
    looks = 0
    yield
  }
  return cells
}

/** Goes through a line's samples of a span in either order. */
class SampleReader {
  readonly #runs: readonly SampleRun[]
  readonly #step: 1 | -1
  #run = 0
  #at: number

  constructor({ runs }: LineSamples, { from, to }: Range, order: Order) {
    const inside = runs.map((run) => within(run, from, to)).filter(({ first, end }) => first < end)
    this.#runs = order === 'asc' ? inside : inside.toReversed()
    this.#step = order === 'asc' ? 1 : -1
    this.#at = this.#begin()
  }

  /** Epoch microseconds; undefined behind the last. */
  get time(): number | undefined {
    return this.#runs[this.#run]?.times[this.#at]
  }

  /** Null where the sample is a string. */
  get number(): number | null {
    const number = this.#runs[this.#run]?.numbers[this.#at] ?? Number.NaN
    return Number.isFinite(number) ? number : null
  }

  get text(): string {
    return this.#runs[this.#run]?.texts?.[this.#at] ?? ''
  }

  advance(): void {
    const run = this.#runs[this.#run]
    if (!run) return
    this.#at += this.#step
    if (this.#at >= run.first && this.#at < run.end) return
    this.#run += 1
    this.#at = this.#begin()
  }

  #begin(): number {
    const run = this.#runs[this.#run]
    if (!run) return 0
    return this.#step === 1 ? run.first : run.end - 1
  }
}
