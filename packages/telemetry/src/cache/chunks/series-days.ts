/** Every pair of some things and metrics, on some days. */
export interface SeriesDays {
  readonly organization: number
  readonly things: readonly number[]
  readonly metrics: readonly number[]
  /** Days since 1970, ascending. */
  readonly days: readonly number[]
}

/** The number of series times days. */
export function seriesDays({ things, metrics, days }: SeriesDays): number {
  return things.length * metrics.length * days.length
}
