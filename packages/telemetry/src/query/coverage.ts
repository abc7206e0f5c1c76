import type { Metric } from '../measured-thing.ts'
import type { Range } from './plan/range.ts'
import { type Line, type Subject, TOGETHER } from './plan/subject.ts'

/** The factor of a kind's index in a key; metric numbers are lower. */
const KIND = 2 ** 32

/**
 * SQL of a row's expected interval in microseconds, unlimited if there is none. Things of one kind expect the same:
 * types may define a metric differently.
 */
export const expectedSql = `transform(
  bitShiftLeft(toUInt64(transform(thing, {otherThings:Array(UInt32)}, {kinds:Array(UInt32)}, toUInt32(0))), 32) + metric,
  {expected:Array(UInt64)}, {widths:Array(Int64)}, toInt64(1e18))`

/** Things with the same expected intervals. */
interface Kind {
  readonly things: readonly number[]
  /** Expected intervals in microseconds, by metric. */
  readonly widths: ReadonlyMap<number, number>
}

/** What {@link coverageOf} returns. */
export type Coverage =
  ReturnType<typeof coverageOf> extends Generator<void, infer Made> ? Made : never

/**
 * Coverage: the share of a range's expected intervals that hold a sample. Intervals after `now` do not count. There may
 * be a hundred thousand lines, of a thousand types.
 */
export function* coverageOf(lines: readonly Line[], subject: Subject, range: Range, now: Date) {
  const together = lines.some(({ thing }) => thing === TOGETHER)
  // Things of a type share their list of metrics.
  const types = Map.groupBy(subject.members, ({ metrics }) => metrics)
  const things = new Map<string, number>()
  const kinds: Kind[] = []
  if (together) {
    for (const [list, { length }] of types) {
      yield
      for (const { key } of list) things.set(key, (things.get(key) ?? 0) + length)
    }
    kinds.push({ things: [TOGETHER], widths: widthsOf(lines.map(({ metric }) => metric)) })
  } else {
    const wanted = new Set(lines.map(({ metric }) => metric.number))
    for (const [list, members] of types) {
      yield
      const widths = widthsOf(list.filter(({ number }) => wanted.has(number)))
      kinds.push({ things: members.map(({ number }) => number), widths })
    }
  }
  const ofThing = new Map(
    kinds.flatMap((kind) => kind.things.map((thing) => [thing, kind.widths] as const)),
  )
  const end = Math.min(range.to, now.getTime() * 1000)
  const elapsed = end - range.from

  return {
    /** Intervals that begin from then on do not count, nor do samples in them. */
    end,
    /** The expected interval in microseconds. */
    widthOf: (thing: number, metric: number) => ofThing.get(thing)?.get(metric),
    params: () => paramsOf(kinds, end),
    /** Null if no interval is expected, or the range has not begun. */
    of({ thing, metric: { key, expectedIntervalSeconds: seconds } }: Line, counted: number) {
      if (seconds === null || elapsed <= 0) return null
      const measuring = thing === TOGETHER ? (things.get(key) ?? 0) : 1
      const slots = Math.ceil(elapsed / (seconds * 1e6)) * measuring
      return slots === 0 ? null : Math.min(counted / slots, 1)
    },
  }
}

function widthsOf(metrics: readonly Metric[]): Map<number, number> {
  const widths = new Map<number, number>()
  for (const { number, expectedIntervalSeconds: seconds } of metrics) {
    if (seconds !== null) widths.set(number, Math.round(seconds * 1e6))
  }
  return widths
}

/**
 * Parameters of the statement that counts intervals with samples. The first kind is that of all things that are not
 * named.
 */
function* paramsOf(kinds: readonly Kind[], end: number) {
  const numbers = (): number[] => []
  const params = {
    ...{ otherThings: numbers(), kinds: numbers() },
    ...{ expected: numbers(), widths: numbers(), expectedUntil: end },
  }
  for (const [kind, { things, widths }] of kinds.entries()) {
    yield
    for (const [metric, width] of widths) {
      params.expected.push(kind * KIND + metric)
      params.widths.push(width)
    }
    if (kind === 0) continue
    for (const thing of things) {
      params.otherThings.push(thing)
      params.kinds.push(kind)
    }
  }
  return params
}
