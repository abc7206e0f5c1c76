import type { Span } from '#range/span.ts'
import type { Gap, Line } from './lines.ts'

/** Gaps beyond this number are not drawn in a line's strip. */
export const MOST_GAPS = 40

/**
 * Where a line has no data: silences between points, and the edges of the range if at least as long as a silence. A
 * line without points has none.
 */
export function gapsIn(
  { times, gaps }: Pick<Line, 'times' | 'gaps'>,
  range: Span,
  expectedSeconds: number | null,
  bucket = 0,
): Gap[] {
  const first = times[0]
  const last = times.at(-1)
  if (first === undefined || last === undefined) return []
  // A point stands at the start of its bucket.
  const edge = Math.max(leastAtEdge(times, range, expectedSeconds), 1.5 * bucket)
  return [
    ...(first - range.from > edge ? [{ from: range.from, to: first }] : []),
    ...gaps,
    ...(range.to - last > edge ? [{ from: last, to: range.to }] : []),
  ]
}

/** Steps up to this length, in seconds, lead to the artificial point that breaks a line at a gap. */
const BREAK = 0.002

/** How far the first or last point may be from the edge of the range before it counts as a gap. */
function leastAtEdge(
  times: readonly number[],
  range: Span,
  expectedSeconds: number | null,
): number {
  const steps = times
    .slice(1)
    .map((time, i) => time - (times[i] ?? 0))
    .filter((step) => step > BREAK)
    .sort((a, b) => a - b)
  if (expectedSeconds !== null) return Math.max(3 * expectedSeconds, 1.5 * (steps[0] ?? 0))
  const usual = steps[Math.floor(0.9 * steps.length)]
  return usual === undefined ? (range.to - range.from) / 10 : 5 * usual
}
