import type { NativeColumn } from '@sluice/clickhouse'
import type { Aggregate, SampleValue, ValueType } from '@sluice/contract'
import type { RunAggregate } from '../buckets/runs.ts'
import { computed } from '../computed.ts'
import { isNumber, sampleValue } from '../stored-value.ts'
import {
  isPercentile,
  lacksQuantiles,
  type Percentile,
  percentileLevels,
  quantileSql,
} from './percentiles.ts'

/** Aggregates that need only the bucket's own samples. */
export type PlainAggregate = Exclude<Aggregate, RunAggregate>

/** One value per bucket and metric; null if there are no numbers. */
const aggregateSql = {
  avg: `avgOrNullIf(number, ${isNumber})`,
  min: `minOrNullIf(number, ${isNumber})`,
  max: `maxOrNullIf(number, ${isNumber})`,
  sum: `sumOrNullIf(number, ${isNumber})`,
  count: 'count()',
  // Of several things with the same time, the lowest number wins, so that the answer is deterministic.
  first: 'argMin((number, text), (t, thing))',
  last: 'argMax((number, text), (t, -toInt64(thing)))',
  // Null on overflow of the sum, as everywhere.
  stddev: `if(isFinite(sumIf(number, ${isNumber})), stddevSampStableIf(number, ${isNumber}), nan)`,
} as const satisfies Record<Exclude<PlainAggregate, Percentile>, string>

function sqlOf(aggregate: PlainAggregate, byHalves: boolean): string {
  return isPercentile(aggregate)
    ? quantileSql(percentileLevels[aggregate], byHalves)
    : aggregateSql[aggregate]
}

/** Aggregates that also apply to strings. */
const ofStrings: readonly Aggregate[] = ['count', 'first', 'last']

/** The default aggregate. */
export const usualAggregate: Aggregate = 'avg'

export function fitsStrings(aggregate: Aggregate): boolean {
  return ofStrings.includes(aggregate)
}

/** Whether values are samples as they were sent: raw ones, and the first and last of a bucket. All others are computed. */
export function isSample(aggregate: Aggregate | undefined): boolean {
  return aggregate === undefined || aggregate === 'first' || aggregate === 'last'
}

/** The SQL of the distinct aggregates, and the index of each in the answer. */
export function selectAggregates(wanted: readonly PlainAggregate[]) {
  const columns = [...new Set(wanted)]
  const percentiles = columns.filter(isPercentile)
  const counts = percentiles.length > 0 ? [`countIf(${isNumber})`] : []
  const indexOf = (aggregate: PlainAggregate) => columns.indexOf(aggregate)
  return {
    indexOf,
    /** @param byHalves for a retry after an answer that {@link lacks} percentiles */
    sql: (byHalves = false) =>
      [...columns.map((aggregate) => sqlOf(aggregate, byHalves)), ...counts].join(', '),
    /** Whether answers lack percentiles because the numbers are too far apart. */
    lacks: (answers: readonly NativeColumn[]) =>
      percentiles.some((one) => lacksQuantiles(answers[indexOf(one)], answers[columns.length])),
  }
}

/** The final value of an aggregate for the store's answer. */
export function finish(
  aggregate: PlainAggregate,
  answer: unknown,
  valueType: ValueType,
): SampleValue | null {
  if (!isSample(aggregate)) return computed(answer)
  const [number, text] = answer as [number | null, string]
  return sampleValue(number, text, valueType)
}
