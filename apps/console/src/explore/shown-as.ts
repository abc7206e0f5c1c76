import type { Aggregate } from '@sluice/contract'
import { SAMPLES } from './question.ts'
import type { ExploredMetric } from './use-metrics.ts'

export interface ShownAs {
  /** UCUM code of the drawn values. */
  readonly unit: string | null
  /** Whether values are shares between off (0) and on (1). */
  readonly isOnOff: boolean
}

/** Aggregates of a boolean that are not a share between off and on. */
const countings: readonly Aggregate[] = ['count', 'sum', 'delta', 'rate', 'stddev']

/** The unit after aggregation: a count has none, a rate is per second. */
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
