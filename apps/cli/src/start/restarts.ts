const windowMs = 60_000
const mostDeaths = 5
const firstDelayMs = 200
const longestDelayMs = 5_000

/**
 * How long to wait before a part that died is started again, in milliseconds; undefined when it has died
 * so often lately that this is pointless.
 *
 * @param deaths when it died, the last one included, in milliseconds of any clock
 * @param now on the same clock
 */
export function restartDelay(deaths: readonly number[], now: number): number | undefined {
  const recent = deaths.filter((at) => now - at < windowMs).length
  if (recent >= mostDeaths) return undefined
  return Math.min(firstDelayMs * 4 ** Math.max(0, recent - 1), longestDelayMs)
}
