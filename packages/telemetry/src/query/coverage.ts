import { ByLine } from './buckets/by-line.ts'
import type { Range } from './plan/range.ts'
import { type Line, type Subject, TOGETHER } from './plan/subject.ts'

/** What a thing's place among the kinds of things is multiplied by: metrics are numbered below it. */
const KIND = 2 ** 32

/**
 * SQL of the microseconds of a row's expected interval, without end where there is none. Things of one kind expect the same:
 * types may define a metric differently.
 */
export const expectedSql = `transform(
  bitShiftLeft(toUInt64(transform(thing, {otherThings:Array(UInt32)}, {kinds:Array(UInt32)}, toUInt32(0))), 32) + metric,
  {expected:Array(UInt64)}, {widths:Array(Int64)}, toInt64(1e18))`

/**
 * Coverage: of the expected intervals that a range is cut into, the share that holds a sample. What lies ahead of
 * the clock is not expected yet.
 */
export function coverageOf(lines: readonly Line[], subject: Subject, range: Range, now: Date) {
  const together = lines.some(({ thing }) => thing === TOGETHER)
  // Things of a type share their list.
  const types = Map.groupBy(subject.members, ({ metrics }) => metrics)
  const things = new Map<string, number>()
  if (together) {
    for (const [list, { length }] of types) {
      for (const { key } of list) things.set(key, (things.get(key) ?? 0) + length)
    }
  }
  const widths = new ByLine<number>()
  for (const { thing, metric } of lines) {
    const { number, expectedIntervalSeconds: seconds } = metric
    if (seconds !== null) widths.set(thing, number, Math.round(seconds * 1e6))
  }
  const elapsed = Math.min(range.to, now.getTime() * 1000) - range.from

  /** For the statement, which counts the intervals with samples. */
  function params() {
    // Taken together, all things are of the first kind.
    const kinds = together ? [[TOGETHER]] : [...types.values()].map(numbersOf)
    const metrics = [...new Set(lines.map(({ metric }) => metric.number))]
    const expected = kinds.flatMap(([thing = TOGETHER], kind) =>
      metrics.flatMap((metric) => {
        const width = widths.get(thing, metric)
        return width === undefined ? [] : [[kind * KIND + metric, width] as const]
      }),
    )
    const others = kinds.flatMap((things, kind) =>
      kind === 0 ? [] : things.map((thing) => [thing, kind] as const),
    )
    return {
      ...{ otherThings: others.map(([thing]) => thing), kinds: others.map(([, kind]) => kind) },
      ...{ expected: expected.map(([key]) => key), widths: expected.map(([, width]) => width) },
    }
  }

  return {
    /** Microseconds of an expected interval. */
    widths,
    params,
    /** Null where no interval is expected, or the range has not begun. */
    of({ thing, metric: { key, expectedIntervalSeconds: seconds } }: Line, counted: number) {
      if (seconds === null || elapsed <= 0) return null
      const measuring = thing === TOGETHER ? (things.get(key) ?? 0) : 1
      const slots = Math.ceil(elapsed / (seconds * 1e6)) * measuring
      return slots === 0 ? null : Math.min(counted / slots, 1)
    },
  }
}

function numbersOf(members: Subject['members']): number[] {
  return members.map(({ number }) => number)
}
