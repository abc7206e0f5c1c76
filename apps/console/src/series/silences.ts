/** A silence is a gap if it lasts longer than this many expected intervals. */
const EXPECTED = 3
/** Without an expected interval: longer than this many usual distances. */
const USUAL = 5

const NONE: ReadonlySet<number> = new Set()

/**
 * Indices of points after which a metric's line breaks. Booleans are often sent only when they change, so without an
 * expected interval they never break.
 */
export function silencesIn(
  times: readonly number[],
  isOnOff: boolean,
  expectedSeconds: number | null,
): ReadonlySet<number> {
  return isOnOff && expectedSeconds === null ? NONE : silencesAfter(times, expectedSeconds)
}

/**
 * Indices of points followed by a silence that is long compared with the expected interval and with the distances
 * between the points.
 *
 * @param times epoch seconds, ascending
 * @param expectedSeconds expected interval; if null, the 90th percentile of the distances is used
 */
function silencesAfter(
  times: readonly number[],
  expectedSeconds: number | null,
): ReadonlySet<number> {
  const steps = times.slice(1).map((time, i) => time - (times[i] ?? 0))
  const ascending = steps.toSorted((a, b) => a - b)
  const [least = 0] = ascending
  const usual = ascending[Math.floor(0.9 * ascending.length)] ?? 0
  const longest =
    expectedSeconds === null ? USUAL * usual : Math.max(EXPECTED * expectedSeconds, 1.5 * least)
  return new Set(steps.flatMap((step, i) => (step > longest ? [i] : [])))
}
