import type { Aggregate, SampleValue, ValueType } from '@sluice/contract'
import { finishRun, type Known, type Run, runAggregates, runSql } from './runs.ts'
import { sampleValue } from './stored-value.ts'

/** Strings, of a metric that was one once, are left out of all that is reckoned. */
const isNumber = 'isFinite(number)'

/** One answer a bucket and metric; null over no numbers. */
const aggregateSql = {
  avg: `avgOrNullIf(number, ${isNumber})`,
  min: `minOrNullIf(number, ${isNumber})`,
  max: `maxOrNullIf(number, ${isNumber})`,
  sum: `sumOrNullIf(number, ${isNumber})`,
  count: 'count()',
  first: 'argMin((number, text), t)',
  last: 'argMax((number, text), t)',
  stddev: `stddevSampStableIf(number, ${isNumber})`,
  p50: quantile(0.5),
  p90: quantile(0.9),
  p95: quantile(0.95),
  p99: quantile(0.99),
  delta: runSql,
  rate: runSql,
  twa: runSql,
} as const satisfies Record<Aggregate, string>

function quantile(level: number): string {
  return `quantileExactInclusiveIf(${level})(number, ${isNumber})`
}

/** Aggregates that a string has too. */
const ofStrings: readonly Aggregate[] = ['count', 'first', 'last']

export function fitsStrings(aggregate: Aggregate): boolean {
  return ofStrings.includes(aggregate)
}

/** The SQL of some aggregates, each expression once, and where each aggregate finds its answer. */
export function selectAggregates(wanted: readonly Aggregate[]) {
  const columns = [...new Set(wanted.map((aggregate) => aggregateSql[aggregate]))]
  return {
    sql: columns.join(', '),
    indexOf: (aggregate: Aggregate) => columns.indexOf(aggregateSql[aggregate]),
    /** Where the answer of those is that go on from the sample before the bucket; undefined where none does. */
    runAt: wanted.some((aggregate) => runAggregates.has(aggregate))
      ? columns.indexOf(runSql)
      : undefined,
  }
}

/** What the store answered for one bucket and metric, with what is known around it. */
export interface Found extends Known {
  readonly valueType: ValueType
}

/** The value that is answered. */
export function finish(aggregate: Aggregate, answer: unknown, found: Found): SampleValue | null {
  switch (aggregate) {
    case 'first':
    case 'last': {
      const [number, text] = answer as [number | null, string]
      return sampleValue(number, text, found.valueType)
    }
    case 'delta':
    case 'rate':
    case 'twa':
      return finishRun(aggregate, answer as Run, found)
    default:
      return answer as number | null
  }
}
