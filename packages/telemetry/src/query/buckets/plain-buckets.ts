import { valueReader } from '@sluice/clickhouse'
import { inSlices } from '@sluice/runtime'
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
import { rowsIn } from './read-rows.ts'
import { tableOfRows } from './table-of-rows.ts'

/** Reads aggregates that the store computes by itself from the samples of a bucket. */
export function plainBuckets(
  store: SampleStore,
  subject: Subject,
  grid: Grid,
  query: BucketQuery<PlainAggregate>,
): ReadSpans {
  const selected = selectAggregates(query.columns.map(({ aggregate }) => aggregate))
  const { size } = groupByLine(query.columns)
  const pairs = pairsOf(subject, query.columns)
  const together = query.columns.some(({ thing }) => thing === TOGETHER)
  const lines = together ? 'metric' : 'thing, metric'
  const sql = (order: Order, spans: number, byHalves: boolean) => `
    WITH toUnixTimestamp64Micro(time) AS t
    SELECT toInt64(${grid.sqlFor(query.range)}) AS bucket, ${together ? TOGETHER : 'thing'}, metric, ${selected.sql(byHalves)}
    ${filteredSamples} ${pairs.sql} ${onlyIn(spans)}
    GROUP BY bucket, ${lines} ORDER BY bucket ${order}, ${lines} LIMIT {rows:UInt32}`

  return async (spans, order) => {
    const [from, to] = [spans[0]?.from ?? 0, spans.at(-1)?.to ?? 0]
    const all = { buckets: { from, to }, lines: size }
    const ranges = spans.map((span) => spanOf(grid, query.range, span))
    const params = {
      ...bucketParams(subject, grid, query, all),
      ...spanParams(ranges),
      ...pairs.params,
    }
    const series = params.things.length * params.metrics.length
    const hours = ranges.reduce((sum, range) => sum + widthOf(range), 0) / HOUR
    const as = hours * series < FEW_SERIES_HOURS ? 'few' : 'plain'
    const ask = (byHalves: boolean) =>
      store.queryBlocks(sql(order, spans.length, byHalves), params, { as })
    const first = await ask(false)
    const isLacking = rowsIn(first).some(({ others }) => selected.lacks(others))
    const blocks = isLacking ? await ask(true) : first
    return inSlices(
      tableOfRows(blocks, { columns: query.columns, most: query.limit + 1 }, ({ others }) => {
        const readers = others.map(valueReader)
        return (row, { aggregate, metric }) => {
          const answer = readers[selected.indexOf(aggregate)]?.(row)
          return finish(aggregate, answer, metric.valueType)
        }
      }),
    )
  }
}
