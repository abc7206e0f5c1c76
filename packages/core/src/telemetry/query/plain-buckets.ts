import type { TelemetryStore } from '../store.ts'
import { finish, type PlainAggregate, selectAggregates } from './aggregates.ts'
import { type BucketQuery, bucketParams } from './bucket-query.ts'
import type { Grid } from './grid.ts'
import type { Cell } from './page.ts'
import type { Range } from './range.ts'
import { filteredSamples } from './series-filter.ts'
import type { Order } from './spans.ts'
import { lineKey, type Subject, TOGETHER } from './subject.ts'

type Row = [bucket: number, thing: number, metric: number, ...answers: unknown[]]

/** Reads aggregates that the store reckons alone, over the samples of a bucket. */
export function plainBuckets(
  store: TelemetryStore,
  subject: Subject,
  grid: Grid,
  query: BucketQuery<PlainAggregate>,
): (buckets: Range, order: Order) => Promise<Cell[]> {
  const byLine = Map.groupBy(query.columns, ({ thing, metric }) => lineKey(thing, metric.number))
  const selected = selectAggregates(query.columns.map(({ aggregate }) => aggregate))
  const together = query.columns.some(({ thing }) => thing === TOGETHER)
  const lines = together ? 'metric' : 'thing, metric'
  const sql = (order: Order) => `
    WITH toUnixTimestamp64Micro(time) AS t
    SELECT ${grid.sqlFor(query.range)} AS bucket, ${together ? TOGETHER : 'thing'}, metric, ${selected.sql}
    ${filteredSamples}
    GROUP BY bucket, ${lines} ORDER BY bucket ${order}, ${lines} LIMIT {rows:UInt32}`

  return async (buckets, order) => {
    const params = bucketParams(subject, grid, query, { buckets, lines: byLine.size })
    const rows = (await store.query(sql(order), params)) as Row[]
    return rows.flatMap(([position, thing, metric, ...answers]) =>
      (byLine.get(lineKey(thing, metric)) ?? []).map(({ id, aggregate, metric: { valueType } }) => {
        const value = finish(aggregate, answers[selected.indexOf(aggregate)], valueType)
        return { position, column: id, value }
      }),
    )
  }
}
