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

/** Aggregates of a bucket's samples alone. */
export type PlainAggregate = Exclude<Aggregate, RunAggregate>

/** One answer a bucket and metric; null over no numbers. */
const aggregateSql = {
  avg: `avgOrNullIf(number, ${isNumber})`,
  min: `minOrNullIf(number, ${isNumber})`,
  max: `maxOrNullIf(number, ${isNumber})`,
  sum: `sumOrNullIf(number, ${isNumber})`,
  count: 'count()',
  // Of several things at one time that of the lowest number, so that the answer is the same each time.
  first: 'argMin((number, text), (t, thing))',
  last: 'argMax((number, text), (t, -toInt64(thing)))',
  // As everywhere, null where the sum is beyond a double.
  stddev: `if(isFinite(sumIf(number, ${isNumber})), stddevSampStableIf(number, ${isNumber}), nan)`,
} as const satisfies Record<Exclude<PlainAggregate, Percentile>, string>

function sqlOf(aggregate: PlainAggregate, byHalves: boolean): string {
  return isPercentile(aggregate)
    ? quantileSql(percentileLevels[aggregate], byHalves)
    : aggregateSql[aggregate]
}

/** Aggregates that a string has too. */
const ofStrings: readonly Aggregate[] = ['count', 'first', 'last']

/** What a query that names no aggregate is answered by. */
export const usualAggregate: Aggregate = 'avg'

export function fitsStrings(aggregate: Aggregate): boolean {
  return ofStrings.includes(aggregate)
}

/** Whether samples are answered as they are: raw ones, and the first and the last of a bucket. All else is computed. */
export function isSample(aggregate: Aggregate | undefined): boolean {
  return aggregate === undefined || aggregate === 'first' || aggregate === 'last'
}

/** The SQL of some aggregates, each once, and where each finds its answer. */
export function selectAggregates(wanted: readonly PlainAggregate[]) {
  const columns = [...new Set(wanted)]
  const percentiles = columns.filter(isPercentile)
  const counts = percentiles.length > 0 ? [`countIf(${isNumber})`] : []
  const indexOf = (aggregate: PlainAggregate) => columns.indexOf(aggregate)
  return {
    indexOf,
    /** @param byHalves what an answer was that {@link lacks} some, asked for again */
    sql: (byHalves = false) =>
      [...columns.map((aggregate) => sqlOf(aggregate, byHalves)), ...counts].join(', '),
    /** Whether columns of the answers lack percentiles of numbers that are very far apart. */
    lacks: (answers: readonly NativeColumn[]) =>
      percentiles.some((one) => lacksQuantiles(answers[indexOf(one)], answers[columns.length])),
  }
}

/** The value that is answered for what the store answered. */
export function finish(
  aggregate: PlainAggregate,
  answer: unknown,
  valueType: ValueType,
): SampleValue | null {
  if (!isSample(aggregate)) return computed(answer)
  const [number, text] = answer as [number | null, string]
  return sampleValue(number, text, valueType)
}
