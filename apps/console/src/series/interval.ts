/** Bucket widths to choose from, in seconds, as the API writes them. */
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

/** A chart shows so many samples as they are, and about so many buckets apart. */
export const MOST_SAMPLES = 1000
const MOST_BUCKETS = 500

/**
 * How to ask for a series: as raw samples where the chart can show every one, else the narrowest bucket
 * that makes at most 500 of them.
 *
 * @param seconds - length of the range
 * @param samples - how many samples of the metric lie in it
 * @returns the API's interval; undefined: raw samples
 */
export function chooseInterval(seconds: number, samples: number): string | undefined {
  if (samples <= MOST_SAMPLES) return undefined
  const [, name] = widths.find(([width]) => seconds / width <= MOST_BUCKETS) ?? []
  return name ?? WIDEST
}
