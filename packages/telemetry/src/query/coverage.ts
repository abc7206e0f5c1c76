import type { Range } from './plan/range.ts'
import { type Line, type Subject, TOGETHER } from './plan/subject.ts'

/**
 * Coverage: of the expected intervals that a range is cut into, the share that holds a sample. What lies ahead of
 * the clock is not expected yet.
 */
export function coverageOf(lines: readonly Line[], subject: Subject, range: Range, now: Date) {
  const expected = new Map(
    lines.flatMap(({ metric: { number, expectedIntervalSeconds: seconds } }) =>
      seconds === null ? [] : [[number, seconds * 1e6] as const],
    ),
  )
  const widths = new Map([...expected].map(([metric, width]) => [metric, Math.round(width)]))
  const things = new Map<string, number>()
  if (lines.some(({ thing }) => thing === TOGETHER)) {
    // Things of a type share their list.
    for (const [list, { length }] of Map.groupBy(subject.members, ({ metrics }) => metrics)) {
      for (const { key } of list) things.set(key, (things.get(key) ?? 0) + length)
    }
  }
  const elapsed = Math.min(range.to, now.getTime() * 1000) - range.from

  return {
    /** Microseconds of an expected interval, by metric. */
    widths,
    /** For the statement, which counts the intervals with samples. */
    params: { expected: [...widths.keys()], widths: [...widths.values()] },
    /** Null where no interval is expected, or the range has not begun. */
    of({ thing, metric: { key, number } }: Line, counted: number): number | null {
      const width = expected.get(number)
      if (width === undefined || elapsed <= 0) return null
      const measuring = thing === TOGETHER ? (things.get(key) ?? 0) : 1
      const slots = Math.ceil(elapsed / width) * measuring
      return slots === 0 ? null : Math.min(counted / slots, 1)
    },
  }
}
