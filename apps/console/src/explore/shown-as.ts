import type { Aggregate } from '@sluice/contract'
import { SAMPLES } from './question.ts'
import type { ExploredMetric } from './use-metrics.ts'

export interface ShownAs {
  /** UCUM code. */
  readonly unit: string | null
  /** Between off and on, as 0 and 1. */
  readonly isOnOff: boolean
}

/** What of a metric is no longer on or off: how often, how much and how far apart. */
const countings: readonly Aggregate[] = ['count', 'sum', 'delta', 'rate', 'stddev']

/** What an aggregate makes of a metric's unit: a count has none, a rate is by the second. */
export function shownAs(
  { unit, valueKind }: Pick<ExploredMetric, 'unit' | 'valueKind'>,
  { aggregate, interval }: { readonly aggregate: Aggregate; readonly interval: string },
): ShownAs {
  const isBoolean = valueKind === 'boolean'
  if (interval === SAMPLES) return { unit, isOnOff: isBoolean }
  const isOnOff = isBoolean && !countings.includes(aggregate)
  if (aggregate === 'count') return { unit: null, isOnOff }
  return { unit: aggregate === 'rate' ? `${unit ?? '1'}/s` : unit, isOnOff }
}
