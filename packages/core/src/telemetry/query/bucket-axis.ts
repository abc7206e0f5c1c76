import type { Aggregate } from '@sluice/contract'
import type { MeasuredThing } from '../measured-thing.ts'
import type { TelemetryStore } from '../store.ts'
import type { Axis } from './axis.ts'
import type { Grid } from './grid.ts'
import type { Range } from './range.ts'
import type { Selected } from './selection.ts'
import { filteredSamples, filterParams } from './series-filter.ts'

/** A column whose aggregate is settled. */
export interface Aggregated extends Selected {
  readonly aggregate: Aggregate
}

/** Null over no numbers; strings, of a metric that was one once, are left out of all but the count. */
const aggregateSql = {
  avg: 'avgOrNullIf(number, isFinite(number))',
  min: 'minOrNullIf(number, isFinite(number))',
  max: 'maxOrNullIf(number, isFinite(number))',
  sum: 'sumOrNullIf(number, isFinite(number))',
  count: 'count()',
} as const satisfies Record<Aggregate, string>

type Row = [bucket: number, metric: number, ...values: (number | null)[]]

/** One value a bucket and column; buckets without samples are left out. */
export function bucketAxis(
  store: TelemetryStore,
  thing: MeasuredThing,
  grid: Grid,
  query: { columns: readonly Aggregated[]; range: Range; limit: number },
): Axis {
  const { columns, range, limit } = query
  const metrics = columns.map(({ metric }) => metric)
  const byNumber = Map.groupBy(columns, ({ metric }) => metric.number)
  const wanted = [...new Set(columns.map(({ aggregate }) => aggregate))]
  const sql = (order: string) => `
    WITH toUnixTimestamp64Micro(time) AS t
    SELECT ${grid.sql} AS bucket, metric, ${wanted.map((name) => aggregateSql[name]).join(', ')}
    ${filteredSamples}
    GROUP BY bucket, metric ORDER BY bucket ${order}, metric LIMIT {rows:UInt32}`

  function cellsOf([position, number, ...values]: Row) {
    return (byNumber.get(number) ?? []).map(({ name, aggregate }) => {
      return { position, column: name, value: values[wanted.indexOf(aggregate)] ?? null }
    })
  }

  return {
    positions: { from: grid.numberOf(range.from), to: grid.numberOf(range.to - 1) + 1 },
    firstSpan: limit + 1,
    timeOf: (bucket) => grid.startOf(bucket),
    async read(span, order) {
      const from = Math.max(range.from, grid.startOf(span.from))
      const to = Math.min(range.to, grid.startOf(span.to))
      const params = {
        ...filterParams(thing, metrics, { from, to }),
        ...grid.params({ from, to }),
        rows: (limit + 1) * metrics.length,
      }
      return ((await store.query(sql(order), params)) as Row[]).flatMap(cellsOf)
    },
  }
}
