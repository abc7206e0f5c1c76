import type { Aggregate } from '@sluice/contract'
import { isOfSamples, type Question } from './question.ts'
import type { ExploredMetric } from './use-metrics.ts'

export interface ShownAs {
  /** UCUM code of the drawn values. */
  readonly unit: string | null
  /** Whether values are shares between off (0) and on (1). */
  readonly isOnOff: boolean
  /** Whether values are computed from several samples, so that not all digits mean something. */
  readonly isComputed: boolean
}

/** Aggregates of a boolean that are not a share between off and on. */
const countings: readonly Aggregate[] = ['count', 'sum', 'delta', 'rate', 'stddev']
/** Aggregates that are values or exact differences of samples. */
const exact: readonly Aggregate[] = ['min', 'max', 'first', 'last', 'sum', 'count', 'delta']

/** The unit after aggregation: a count has none, a rate is per second. */
export function shownAs(
  { unit, valueKind }: Pick<ExploredMetric, 'unit' | 'valueKind'>,
  question: Pick<Question, 'aggregate' | 'interval' | 'groupBy'>,
): ShownAs {
  const isBoolean = valueKind === 'boolean'
  if (isOfSamples(question)) return { unit, isOnOff: isBoolean, isComputed: false }
  const { aggregate } = question
  const isOnOff = isBoolean && !countings.includes(aggregate)
  const isComputed = !exact.includes(aggregate)
  if (aggregate === 'count') return { unit: null, isOnOff, isComputed }
  return { unit: aggregate === 'rate' ? `${unit ?? '1'}/s` : unit, isOnOff, isComputed }
}
