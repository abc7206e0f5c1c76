/** A time series of a request, of whichever protocol. */
export interface Series {
  /** As a message names it: `up{job="cabs"}`. */
  readonly text: string
  /** Different for series whose labels differ. */
  readonly identity: string
  /** The value of a label; undefined for one that it does not have. */
  label(name: string): string | undefined
  readonly samples: readonly SeriesSample[]
  /** What it holds beside samples, and cannot be stored: `2 native histograms`. */
  readonly refused?: { readonly what: string; readonly count: number } | undefined
}

export interface SeriesSample {
  readonly value: unknown
  /** Epoch milliseconds, or ISO 8601 where these are too coarse. */
  readonly time: number | string
}

/** A series as queries of Prometheus name it. */
export function textOfSeries(name: string, labels: Iterable<readonly [string, string]>): string {
  const pairs = Array.from(labels, ([label, value]) => `${label}=${JSON.stringify(value)}`)
  return `${name}{${pairs.join(', ')}}`
}
