import { finite } from '@sluice/clickhouse'
import type { Tallies } from '../../cache/chunks/tally.ts'
import type { PlainAggregate } from '../plan/aggregates.ts'

/** Reads an aggregate of samples from the tally at a place. */
export type Tallied = (tallies: Tallies, at: number) => number | null

/** Aggregates for which a tally is enough. */
export const tallied: { readonly [Kind in PlainAggregate]?: Tallied } = {
  count: (tallies, at) => tallies.samples(at),
  // Null also where the sum is more than a number can be.
  sum: (tallies, at) => (tallies.numbers(at) === 0 ? null : finite(tallies.total(at))),
  avg: (tallies, at) => finite(tallies.total(at) / tallies.numbers(at)),
  min: (tallies, at) => (tallies.numbers(at) === 0 ? null : tallies.low(at)),
  max: (tallies, at) => (tallies.numbers(at) === 0 ? null : tallies.high(at)),
}
