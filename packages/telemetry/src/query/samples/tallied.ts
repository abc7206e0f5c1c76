import type { Tallies } from '../../cache/chunks/tally.ts'
import { computed } from '../computed.ts'
import type { PlainAggregate } from '../plan/aggregates.ts'

/** Reads an aggregate from the tally at an index. */
export type Tallied = (tallies: Tallies, at: number) => number | null

/** Aggregates for which a tally is enough. */
export const tallied: { readonly [Kind in PlainAggregate]?: Tallied } = {
  count: (tallies, at) => tallies.samples(at),
  sum: (tallies, at) => (tallies.numbers(at) === 0 ? null : computed(tallies.total(at))),
  avg: (tallies, at) => computed(tallies.total(at) / tallies.numbers(at)),
  min: (tallies, at) => (tallies.numbers(at) === 0 ? null : computed(tallies.low(at))),
  max: (tallies, at) => (tallies.numbers(at) === 0 ? null : computed(tallies.high(at))),
}
