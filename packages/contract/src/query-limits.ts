/** Limits of one query. A query that exceeds one is refused, and the error names the limit. */
export const queryLimits = {
  /** Metrics of timeseries and summaries. Recent values are of as many as the things have. */
  metrics: 100,
  defaultPoints: 1000,
  points: 10_000,
  /** Things in one query. */
  things: 10_000,
  /** Things that one query can name. */
  ids: 200,
  /** Things per page of summaries or recent values, by default. */
  defaultThings: 100,
  /** Things per page of summaries or recent values, at most. Their metrics bound the series of such a page. */
  thingsPerPage: 1000,
  /** Series per page of timeseries: one per metric of a thing. */
  series: 1000,
  /** Sites, fleets or values of a label that one query may group its things by. */
  groups: 100,
  /** Values of one page of timeseries, and latest values of one answer. */
  values: 1_000_000,
  /** Conditions that raw samples must satisfy. */
  conditions: 5,
  /** Samples that one step of a query may read. */
  rows: 50_000_000,
} as const
