import type { ReadSpans } from '../../cache/buckets/bucket-memory.ts'
import { HOUR } from '../../rollups/rules.ts'
import type { SampleStore } from '../../store.ts'
import { widthOf } from '../axis/range-parts.ts'
import type { Grid } from '../calendar/grid.ts'
import type { Order } from '../pages/spans.ts'
import { pairsOf } from '../pairs.ts'
import { finish, type PlainAggregate, selectAggregates } from '../plan/aggregates.ts'
import { type Subject, TOGETHER } from '../plan/subject.ts'
import { filteredSamples, onlyIn, spanParams } from '../series-filter.ts'
import { type BucketQuery, bucketParams, FEW_SERIES_HOURS, spanOf } from './bucket-query.ts'
import { groupByLine } from './by-line.ts'
import { Cells } from './cells.ts'

type Row = [bucket: number, thing: number, metric: number, ...answers: unknown[]]

/** Where the answers of a row begin. */
const FIRST = 3

/** Reads aggregates that the store computes alone, over the samples of a bucket. */
export function plainBuckets(
  store: SampleStore,
  subject: Subject,
  grid: Grid,
  query: BucketQuery<PlainAggregate>,
): ReadSpans {
  const selected = selectAggregates(query.columns.map(({ aggregate }) => aggregate))
  const byLine = groupByLine(query.columns)
  const pairs = pairsOf(subject, query.columns)
  const together = query.columns.some(({ thing }) => thing === TOGETHER)
  const lines = together ? 'metric' : 'thing, metric'
  const sql = (order: Order, spans: number) => `
    WITH toUnixTimestamp64Micro(time) AS t
    SELECT ${grid.sqlFor(query.range)} AS bucket, ${together ? TOGETHER : 'thing'}, metric, ${selected.sql}
    ${filteredSamples} ${pairs.sql} ${onlyIn(spans)}
    GROUP BY bucket, ${lines} ORDER BY bucket ${order}, ${lines} LIMIT {rows:UInt32}`

  return async (spans, order) => {
    const [first, last] = [spans[0]?.from ?? 0, spans.at(-1)?.to ?? 0]
    const all = { buckets: { from: first, to: last }, lines: byLine.size }
    const ranges = spans.map((span) => spanOf(grid, query.range, span))
    const params = {
      ...bucketParams(subject, grid, query, all),
      ...spanParams(ranges),
      ...pairs.params,
    }
    const series = params.things.length * params.metrics.length
    const hours = ranges.reduce((sum, range) => sum + widthOf(range), 0) / HOUR
    const ask = hours * series < FEW_SERIES_HOURS ? store.queryFew : store.queryPlainly
    const rows = (await ask(sql(order, spans.length), params)) as Row[]
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
