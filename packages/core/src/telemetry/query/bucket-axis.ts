import type { Aggregate } from '@sluice/contract'
import type { MeasuredThing } from '../measured-thing.ts'
import type { TelemetryStore } from '../store.ts'
import { finish, selectAggregates } from './aggregates.ts'
import type { Axis } from './axis.ts'
import type { Grid } from './grid.ts'
import type { Cell } from './page.ts'
import { previousNumbers } from './previous.ts'
import type { Range } from './range.ts'
import { lastOf, type Run, type Sample } from './runs.ts'
import type { Selected } from './selection.ts'
import { filteredSamples, filterParams } from './series-filter.ts'
import type { Order } from './spans.ts'

/** A column whose aggregate is settled. */
export interface Aggregated extends Selected {
  readonly aggregate: Aggregate
}

type Row = [bucket: number, metric: number, ...answers: unknown[]]

interface BucketQuery {
  readonly columns: readonly Aggregated[]
  readonly range: Range
  readonly limit: number
}

/** One value a bucket and column; buckets without samples are left out. */
export function bucketAxis(
  store: TelemetryStore,
  thing: MeasuredThing,
  grid: Grid,
  { columns, range, limit }: BucketQuery,
): Axis {
  const metrics = columns.map(({ metric }) => metric)
  const byNumber = Map.groupBy(columns, ({ metric }) => metric.number)
  const selected = selectAggregates(columns.map(({ aggregate }) => aggregate))
  const sql = (order: Order) => `
    WITH toUnixTimestamp64Micro(time) AS t
    SELECT ${grid.sql} AS bucket, metric, ${selected.sql}
    ${filteredSamples}
    GROUP BY bucket, metric ORDER BY bucket ${order}, metric LIMIT {rows:UInt32}`

  const boundsOf = (bucket: number): Range => ({
    from: Math.max(range.from, grid.startOf(bucket)),
    to: Math.min(range.to, grid.startOf(bucket + 1)),
  })

  /** The last number of each metric before a bucket, where some aggregate goes from there. */
  function numbersBefore(bucket: number | undefined): Promise<Map<number, Sample>> {
    if (selected.runAt === undefined || bucket === undefined) return Promise.resolve(new Map())
    const { from: to } = boundsOf(bucket)
    return previousNumbers(store, thing, metrics, { from: range.from, to })
  }

  function cellsOf([bucket, number, ...answers]: Row, previous: Sample | undefined): Cell[] {
    const bounds = boundsOf(bucket)
    return (byNumber.get(number) ?? []).map(({ name, aggregate, metric: { valueType } }) => {
      const answer = answers[selected.indexOf(aggregate)]
      const value = finish(aggregate, answer, { ...bounds, previous, valueType })
      return { position: bucket, column: name, value }
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
      const rows = (await store.query(sql(order), params)) as Row[]
      const forwards = order === 'asc' ? rows : rows.toReversed()
      const latest = await numbersBefore(forwards[0]?.[0])
      const cells = forwards.map((row) => {
        const [, metric, ...answers] = row
        const found = cellsOf(row, latest.get(metric))
        const run = selected.runAt === undefined ? undefined : (answers[selected.runAt] as Run)
        if (run && run[0] > 0) latest.set(metric, lastOf(run))
        return found
      })
      return (order === 'asc' ? cells : cells.toReversed()).flat()
    },
  }
}
