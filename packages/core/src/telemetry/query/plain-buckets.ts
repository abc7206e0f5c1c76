import type { TelemetryStore } from '../store.ts'
import { finish, type PlainAggregate, selectAggregates } from './aggregates.ts'
import { type BucketQuery, bucketParams } from './bucket-query.ts'
import { groupByLine } from './by-line.ts'
import { Cells } from './cells.ts'
import type { Grid } from './grid.ts'
import type { Range } from './range.ts'
import { filteredSamples } from './series-filter.ts'
import type { Order } from './spans.ts'
import { type Subject, TOGETHER } from './subject.ts'

type Row = [bucket: number, thing: number, metric: number, ...answers: unknown[]]

/** Where the answers of a row begin. */
const FIRST = 3

/** Reads aggregates that the store reckons alone, over the samples of a bucket. */
export function plainBuckets(
  store: TelemetryStore,
  subject: Subject,
  grid: Grid,
  query: BucketQuery<PlainAggregate>,
): (buckets: Range, order: Order) => Promise<Cells> {
  const selected = selectAggregates(query.columns.map(({ aggregate }) => aggregate))
  const byLine = groupByLine(query.columns)
  const together = query.columns.some(({ thing }) => thing === TOGETHER)
  const lines = together ? 'metric' : 'thing, metric'
  const sql = (order: Order) => `
    WITH toUnixTimestamp64Micro(time) AS t
    SELECT ${grid.sqlFor(query.range)} AS bucket, ${together ? TOGETHER : 'thing'}, metric, ${selected.sql}
    ${filteredSamples}
    GROUP BY bucket, ${lines} ORDER BY bucket ${order}, ${lines} LIMIT {rows:UInt32}`

  return async (buckets, order) => {
    const params = bucketParams(subject, grid, query, { buckets, lines: byLine.size })
    const rows = (await store.queryPlainly(sql(order), params)) as Row[]
    const cells = new Cells()
    for (const row of rows) {
      for (const { id, aggregate, metric } of byLine.get(row[1], row[2]) ?? []) {
        const answer = row[FIRST + selected.indexOf(aggregate)]
        cells.push(row[0], id, finish(aggregate, answer, metric.valueType))
      }
    }
    return cells
  }
}
