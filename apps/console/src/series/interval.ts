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

/** As many points as a chart a thousand pixels wide can show apart. */
const MOST_POINTS = 500

/**
 * How to ask for a series: as raw samples where the chart can show every one, else the narrowest bucket
 * that keeps to {@link MOST_POINTS}.
 *
 * @param seconds - length of the range
 * @param samples - how many samples of the metric lie in it
 * @returns the API's interval; undefined: raw samples
 */
export function chooseInterval(seconds: number, samples: number): string | undefined {
  if (samples <= MOST_POINTS) return undefined
  const [, name] = widths.find(([width]) => seconds / width <= MOST_POINTS) ?? []
  return name ?? WIDEST
}
