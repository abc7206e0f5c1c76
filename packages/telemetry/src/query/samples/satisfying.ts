import { type SampleRun, within } from '../../cache/chunks/chunk.ts'
import { placeIn } from '../../cache/place-in.ts'
import { type Condition, holds } from '../plan/condition.ts'
import type { Range } from '../plan/range.ts'
import type { LineSamples } from './line-samples.ts'

/** Samples between two yields. */
const SAMPLES_PER_YIELD = 20_000

interface Wanted {
  readonly conditions: readonly Condition[]
  readonly span: Range
  /** Not the lines that are there for a condition only. */
  isAsked(thing: number, metric: number): boolean
}

/** The samples of a span at whose times their thing satisfies all conditions. */
export function* satisfying(
  lines: readonly LineSamples[],
  { conditions, span, isAsked }: Wanted,
): Generator<void, LineSamples[]> {
  const found: LineSamples[] = []
  for (const [, own] of Map.groupBy(lines, ({ thing }) => thing)) {
    let times: readonly number[] | undefined
    for (const condition of conditions) {
      const line = own.find(({ metric }) => metric === condition.metric.number)
      const runs = (line?.runs ?? []).map((run) => within(run, span.from, span.to))
      times = yield* timesAt(runs, (run, at) => isSatisfied(condition, run, at), times)
    }
    for (const line of own) {
      if (!isAsked(line.thing, line.metric)) continue
      const runs: SampleRun[] = []
      for (const run of line.runs) {
        runs.push(yield* picked(within(run, span.from, span.to), times ?? []))
      }
      found.push({ ...line, runs })
    }
  }
  return found
}

function isSatisfied(condition: Condition, { numbers, texts }: SampleRun, at: number): boolean {
  return holds(condition, numbers[at] ?? Number.NaN, texts?.[at] ?? '')
}

/** The times of those samples that a test accepts; with `among`, only of these ascending times. */
function* timesAt(
  runs: readonly SampleRun[],
  accepts: (run: SampleRun, at: number) => boolean,
  among?: readonly number[],
): Generator<void, number[]> {
  const found: number[] = []
  let next = 0
  for (const run of runs) {
    yield
    for (let at = run.first; at < run.end; at += 1) {
      if (at % SAMPLES_PER_YIELD === 0) yield
      const time = run.times[at] ?? 0
      while (among && (among[next] ?? Number.POSITIVE_INFINITY) < time) next += 1
      if ((!among || among[next] === time) && accepts(run, at)) found.push(time)
    }
  }
  return found
}

/** The samples of a run at some ascending times. */
function* picked(run: SampleRun, times: readonly number[]): Generator<void, SampleRun> {
  const places: number[] = []
  let next = placeIn(times, run.times[run.first] ?? 0)
  yield
  for (let at = run.first; at < run.end && next < times.length; at += 1) {
    if (at % SAMPLES_PER_YIELD === 0) yield
    const time = run.times[at] ?? 0
    while ((times[next] ?? Number.POSITIVE_INFINITY) < time) next += 1
    if (times[next] === time) places.push(at)
  }
  const made = {
    times: new Float64Array(places.length),
    numbers: new Float64Array(places.length),
    texts: run.texts && new Array<string>(places.length).fill(''),
    ...{ first: 0, end: places.length },
  }
  for (let i = 0; i < places.length; i += 1) {
    if (i % SAMPLES_PER_YIELD === 0) yield
    const at = places[i] ?? 0
    made.times[i] = run.times[at] ?? 0
    made.numbers[i] = run.numbers[at] ?? Number.NaN
    if (made.texts) made.texts[i] = run.texts?.[at] ?? ''
  }
  return made
}
