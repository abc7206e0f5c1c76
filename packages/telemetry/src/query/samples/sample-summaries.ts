import { type SampleRun, within } from '../../cache/chunks/chunk.ts'
import { ByLine } from '../buckets/by-line.ts'
import { endOf } from '../buckets/partials.ts'
import type { Run } from '../buckets/runs.ts'
import type { Coverage } from '../coverage.ts'
import { percentiles } from '../plan/percentiles.ts'
import type { Range } from '../plan/range.ts'
import { TOGETHER } from '../plan/subject.ts'
import type { EndSample, Extreme, SummaryRow } from '../summary-row.ts'
import type { LineSamples } from './line-samples.ts'
import { percentileOf, sortedNumbers } from './percentiles.ts'
import { runOf } from './sample-runs.ts'

/** Numbers between two yields. */
const NUMBERS_PER_YIELD = 32_768

type Summaries = {
  readonly rows: readonly SummaryRow[]
  readonly runs: readonly [thing: number, metric: number, run: Run][]
}

/** Statistics of the samples in a range, as the store would answer them: by thing and metric, or by metric. */
export function* summariesOf(
  all: readonly LineSamples[],
  range: Range,
  isTogether: boolean,
  coverage: Pick<Coverage, 'widthOf' | 'end'>,
): Generator<void, Summaries> {
  const lines: LineSamples[] = []
  const groups = new ByLine<LineSamples[]>()
  for (const { thing, metric, runs } of all) {
    yield
    const inside = runs.map((run) => within(run, range.from, range.to)).filter(isSome)
    if (inside.length === 0) continue
    const line = { thing, metric, runs: inside }
    lines.push(line)
    groups.getOrMake(isTogether ? TOGETHER : thing, metric, () => []).push(line)
  }
  const rows: SummaryRow[] = []
  for (const [thing, metric, group] of groups.entries()) {
    const summary = new LinesSummary()
    const expected = { width: coverage.widthOf(thing, metric), end: coverage.end }
    for (const { thing, runs } of group) {
      for (const run of runs) {
        yield
        summary.add(run, thing)
      }
      yield* summary.countSlots(runs, range.from, expected)
    }
    const sorted = yield* sortedNumbers(group.flatMap(({ runs }) => runs))
    rows.push(yield* summary.row(thing, metric, sorted))
  }
  const runs: [number, number, Run][] = []
  for (const line of lines) {
    yield
    runs.push([line.thing, line.metric, yield* runOf(line.runs)])
  }
  return { rows, runs }
}

function isSome({ first, end }: SampleRun): boolean {
  return first < end
}

/** Collects the statistics of samples of one or several things. */
class LinesSummary {
  #count = 0
  #first: EndSample | undefined
  #last: EndSample | undefined
  #min: Extreme | undefined
  #max: Extreme | undefined
  #sum = 0
  #slots = 0

  add(run: SampleRun, thing: number): void {
    const { times, numbers, first, end } = run
    this.#count += end - first
    const [begin, last] = [endOf(run, first, thing), endOf(run, end - 1, thing)]
    if (!this.#first || isEarlier(begin, this.#first)) this.#first = begin
    if (!this.#last || last[0] > this.#last[0] || isSameTime(last, this.#last)) this.#last = last
    let [lowest, highest] = [-1, -1]
    for (let at = first; at < end; at += 1) {
      const number = numbers[at] ?? Number.NaN
      if (!Number.isFinite(number)) continue
      this.#sum += number
      if (lowest < 0 || number < (numbers[lowest] ?? 0)) lowest = at
      if (highest < 0 || number > (numbers[highest] ?? 0)) highest = at
    }
    if (lowest < 0) return
    const low: Extreme = [numbers[lowest] ?? 0, times[lowest] ?? 0, thing]
    const high: Extreme = [numbers[highest] ?? 0, times[highest] ?? 0, thing]
    if (!this.#min || (low[0] - this.#min[0] || before(low, this.#min)) < 0) this.#min = low
    if (!this.#max || (this.#max[0] - high[0] || before(high, this.#max)) < 0) this.#max = high
  }

  /** Counts the intervals that begin before an end and hold a sample of a thing. */
  *countSlots(
    runs: readonly SampleRun[],
    from: number,
    {
      width = Number.POSITIVE_INFINITY,
      end,
    }: { readonly width: number | undefined; readonly end: number },
  ): Generator<void, void> {
    const slots = Math.ceil((end - from) / width)
    let latest = -1
    for (const { times, first, end } of runs) {
      yield
      for (let at = first; at < end; at += 1) {
        const slot = Math.floor(((times[at] ?? 0) - from) / width)
        if (slot > latest && slot < slots) this.#slots += 1
        latest = slot
      }
    }
  }

  *row(thing: number, metric: number, ascending: Float64Array): Generator<void, SummaryRow> {
    const numbers = ascending.length
    const none: EndSample = [0, thing, null, '']
    const nowhere: Extreme = [0, 0, thing]
    const [value, time, at] = this.#max ?? nowhere
    const average = numbers === 0 ? Number.NaN : this.#sum / numbers
    return [
      ...([thing, metric, this.#count] as const),
      ...([this.#first ?? none, this.#last ?? none, numbers, this.#min ?? nowhere] as const),
      [value, -time, -at],
      average,
      numbers === 0 ? null : this.#sum,
      numbers < 2 ? null : yield* deviation(ascending, average),
      percentiles.map((percentile) => percentileOf(percentile, ascending) ?? 0),
      this.#slots,
    ]
  }
}

/** Of things with the same time, the lowest number wins. */
function isEarlier(one: EndSample, other: EndSample): boolean {
  return (one[0] - other[0] || one[1] - other[1]) < 0
}

function isSameTime(one: EndSample, other: EndSample): boolean {
  return one[0] === other[0] && one[1] < other[1]
}

function before(one: Extreme, other: Extreme): number {
  return one[1] - other[1] || one[2] - other[2]
}

function* deviation(numbers: Float64Array, average: number): Generator<void, number> {
  let squares = 0
  for (const [i, number] of numbers.entries()) {
    if (i % NUMBERS_PER_YIELD === 0) yield
    squares += (number - average) ** 2
  }
  return Math.sqrt(squares / (numbers.length - 1))
}
