/** Bucket widths to choose from: seconds, and the API's notation. */
const widths: readonly (readonly [number, string])[] = [
  [1, '1s'],
  [5, '5s'],
  [15, '15s'],
  [30, '30s'],
  [60, '1m'],
  [300, '5m'],
  [900, '15m'],
  [1800, '30m'],
  [3600, '1h'],
  [3 * 3600, '3h'],
  [6 * 3600, '6h'],
  [12 * 3600, '12h'],
  [86_400, '1d'],
  [7 * 86_400, '1w'],
]

const WIDEST = '1mo'

/** A chart shows at most this many raw samples, or about this many buckets. */
export const MOST_SAMPLES = 1000
const MOST_BUCKETS = 500

/**
 * Chooses how to query a series: raw samples if the chart can show all of them, otherwise the narrowest bucket that
 * gives at most 500.
 *
 * @param seconds - length of the range
 * @param samples - number of samples in the range
 * @returns the API's interval; undefined for raw samples
 */
export function chooseInterval(seconds: number, samples: number): string | undefined {
  if (samples <= MOST_SAMPLES) return undefined
  const [, name] = widths.find(([width]) => seconds / width <= MOST_BUCKETS) ?? []
  return name ?? WIDEST
}
