/** A silence is a gap when it lasts so many expected intervals. */
const EXPECTED = 3
/** And, where nothing is expected, so many of the points' own usual distances. */
const USUAL = 5

const NONE: ReadonlySet<number> = new Set()

/**
 * After which points a metric's line breaks. What is on or off is often sent only when it changes, and stays as it
 * is until then, unless more is expected of it.
 */
export function silencesIn(
  times: readonly number[],
  isOnOff: boolean,
  expectedSeconds: number | null,
): ReadonlySet<number> {
  return isOnOff && expectedSeconds === null ? NONE : silencesAfter(times, expectedSeconds)
}

/**
 * After which points a silence begins that is long for what is expected and for the points' own distance: a line
 * must not be drawn over it.
 *
 * @param times in epoch seconds, ascending
 * @param expectedSeconds between samples; null: unknown, then what nine tenths of the points keep to counts
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
