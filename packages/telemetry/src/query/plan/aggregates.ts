import type { Aggregate, SampleValue, ValueType } from '@sluice/contract'
import type { RunAggregate } from '../buckets/runs.ts'
import { sampleValue } from '../stored-value.ts'

/** Aggregates of a bucket's samples alone. */
export type PlainAggregate = Exclude<Aggregate, RunAggregate>

/** Strings, of a metric that was one once, are left out of all that is computed. */
const isNumber = 'isFinite(number)'

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
  stddev: `stddevSampStableIf(number, ${isNumber})`,
  p50: quantile(0.5),
  p90: quantile(0.9),
  p95: quantile(0.95),
  p99: quantile(0.99),
} as const satisfies Record<PlainAggregate, string>

function quantile(level: number): string {
  return `quantileExactInclusiveIf(${level})(number, ${isNumber})`
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
  return {
    sql: columns.map((aggregate) => aggregateSql[aggregate]).join(', '),
    indexOf: (aggregate: PlainAggregate) => columns.indexOf(aggregate),
  }
}

/** The value that is answered for what the store answered. */
export function finish(
  aggregate: PlainAggregate,
  answer: unknown,
  valueType: ValueType,
): SampleValue | null {
  if (!isSample(aggregate)) return answer as number | null
  const [number, text] = answer as [number | null, string]
  return sampleValue(number, text, valueType)
}
