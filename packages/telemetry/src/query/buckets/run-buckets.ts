import { valueReader } from '@sluice/clickhouse'
import { queryLimits } from '@sluice/contract'
import { inSlices, Pace } from '@sluice/runtime'
import { dayOf, startOfDay } from '../../rollups/rules.ts'
import type { SampleStore } from '../../store.ts'
import type { TooManyRows } from '../../too-many-rows.ts'
import { widthOf } from '../axis/range-parts.ts'
import type { Grid } from '../calendar/grid.ts'
import type { Order } from '../pages/spans.ts'
import { pairsOf } from '../pairs.ts'
import type { Range } from '../plan/range.ts'
import { type Subject, TOGETHER } from '../plan/subject.ts'
import { type LineSamples, samplesOf } from '../samples/line-samples.ts'
import { firstBucketOf, lastNumberIn, type RunRow, runRowsOf } from '../samples/sample-runs.ts'
import { filteredSamples } from '../series-filter.ts'
import {
  type Aggregated,
  type BucketQuery,
  boundsOf,
  bucketParams,
  spanOf,
} from './bucket-query.ts'
import { ByLine, groupByLine } from './by-line.ts'
import { findPrevious } from './previous.ts'
import { firstPositions, type Rows, rowsIn } from './read-rows.ts'
import { boundRows } from './row-bound.ts'
import {
  boundOfRuns,
  combine,
  finishRun,
  type Known,
  lastOf,
  type Run,
  type RunAggregate,
  runSql,
  type Sample,
} from './runs.ts'
import {
  CELLS_PER_YIELD,
  emptyTable,
  reversed,
  type Table,
  TableBuilder,
  type Values,
} from './table.ts'

type Wanted = Aggregated<RunAggregate>
/** An iterable, since a list of a million rows would take most of a query's memory; undefined where one may pause. */
type RunRows = Iterable<RunRow | undefined>
/** The aggregate of one thing's run. */
type Own = number | null
type WantedRun = Wanted & { readonly values: Values; readonly of: Own[] }

/**
 * Reads aggregates that continue from the sample before the bucket. They are computed for each thing and then combined,
 * since samples of two things are not one run. So one value may need rows of ten thousand things, which the bound of
 * the answer does not limit.
 */
export function runBuckets(
  store: SampleStore,
  subject: Subject,
  grid: Grid,
  query: BucketQuery<RunAggregate>,
  values: number = queryLimits.values,
) {
  const { columns, range } = query
  const pairs = pairsOf(subject, columns)
  const { organization } = subject
  const { count: lines } = pairs
  /** Most rows of a statement. One bucket always fits. */
  const most = values + lines
  const bound = boundRows(most)
  const sql = (order: Order) => `
    WITH toUnixTimestamp64Micro(time) AS t
    SELECT toInt64(${grid.sqlFor(query.range)}) AS bucket, thing, metric, ${runSql}
    ${filteredSamples} ${pairs.sql}
    GROUP BY bucket, thing, metric ORDER BY bucket ${order}, thing, metric LIMIT {rows:UInt32}`

  /** The last number of each line before a bucket, from memory as far as `samples` reach. */
  async function numbersBefore(bucket: number, samples: readonly LineSamples[] | undefined) {
    const { from: to } = boundsOf(grid, range, bucket)
    const before = { from: range.from, to }
    const found = new ByLine<Sample>()
    for (const line of samples ?? []) {
      const last = lastNumberIn(line, before)
      if (last) found.set(line.thing, line.metric, last)
    }
    // The days in memory have been searched.
    const end = samples ? Math.max(range.from, startOfDay(dayOf(to))) : to
    const { groups } = pairs
    await findPrevious(store, { organization, groups }, { from: range.from, to: end }, found)
    return found
  }

  /** Ascending, from memory; undefined if it is not all there. */
  async function readRemembered(buckets: Range) {
    // More would not fit into memory.
    if (lines * widthOf(buckets) > most) return undefined
    const span = spanOf(grid, range, buckets)
    const samples = await samplesOf(store, subject, columns, [span])
    if (!samples) return undefined
    const first = firstBucketOf(samples, span, grid)
    return { samples, first, rows: runRowsOf(samples, span, grid, range) }
  }

  /** Ascending: the first buckets of the order, as many as a page and one more, without one that the bound may have cut off. */
  async function readForwards(buckets: Range, order: Order) {
    bound.before(buckets)
    const asked = bucketParams(subject, grid, query, { buckets, lines })
    // One row more than a page and the next bucket can have, so these are never cut off.
    const limit = Math.min(asked.rows, most) + 1
    const params = { ...asked, ...pairs.params, rows: limit }
    const options = { bound: boundOfRuns(limit) }
    const read = rowsIn(await store.queryBlocks(sql(order), params, options))
    const rows = read.reduce((sum, { end }) => sum + end, 0)
    const last = read.findLast(({ end }) => end > 0)?.positions.at(-1) ?? 0
    bound.after({ rows, last }, buckets, order)
    const whole = rows < limit ? read : withoutBucket(read, last)
    const forwards = runRowsIn(firstPositions(whole, query.limit + 1), order)
    const [first] = forwards
    return { samples: undefined, first: first?.[0], rows: forwards }
  }

  /** Rejects with {@link TooManyRows} if the buckets hold more rows than a statement may return. */
  async function read(buckets: Range, order: Order): Promise<Table> {
    const { samples, first, rows } =
      (await readRemembered(buckets)) ?? (await readForwards(buckets, order))
    if (first === undefined) return emptyTable
    const latest = await numbersBefore(first, samples)
    const table = await inSlices(tableOf(rows, latest))
    return order === 'asc' ? table : reversed(table)
  }

  function* tableOf(rows: RunRows, latest: ByLine<Sample>): Generator<void, Table> {
    const builder = new TableBuilder(columns)
    const wanted = groupByLine(
      columns.map((column) => ({ ...column, values: builder.column(column.id), of: [] as Own[] })),
    )
    /** Columns with a value in the current bucket. */
    let begun: WantedRun[] = []
    let present: Known & { readonly bucket: number } = {
      bucket: Number.NaN,
      from: 0,
      to: 0,
      previous: undefined,
    }
    /** Of rows and cells. */
    const pace = new Pace(CELLS_PER_YIELD)
    function* end() {
      for (const { aggregate, values, of } of begun) {
        const isOver = pace.isOver(builder.put(present.bucket, values, combine(aggregate, of)))
        of.length = 0
        if (isOver) yield
      }
      begun = []
    }
    for (const row of rows) {
      if (row === undefined || pace.isOver()) yield
      if (row === undefined) continue
      const [bucket, thing, metric, run] = row
      if (bucket !== present.bucket) {
        yield* end()
        present = { bucket, ...boundsOf(grid, range, bucket), previous: undefined }
      }
      const known = { ...present, previous: latest.get(thing, metric) }
      for (const column of wanted.get(thing, metric) ?? wanted.get(TOGETHER, metric) ?? []) {
        if (column.of.length === 0) begun.push(column)
        column.of.push(finishRun(column.aggregate, run, known))
      }
      if (run[0] > 0) latest.set(thing, metric, lastOf(run))
    }
    yield* end()
    return yield* builder.table()
  }

  /** The number of buckets that fit whatever they hold. */
  const sure = Math.floor(most / Math.max(1, lines))
  return { read, sure }
}

/** Drops the rows of the answer's last bucket. */
function withoutBucket(read: readonly Rows[], bucket: number): Rows[] {
  return read.map((rows) => {
    const { positions, end } = rows
    return { ...rows, end: positions.subarray(0, end).findLastIndex((one) => one !== bucket) + 1 }
  })
}

/** The store's rows, ascending. */
function* runRowsOfStore(read: readonly Rows[], order: Order): Generator<RunRow, void> {
  const sign = order === 'asc' ? 1 : -1
  for (const { end, positions, things, metrics, others } of order === 'asc'
    ? read
    : read.toReversed()) {
    const runOf = valueReader(others[0] ?? [])
    for (let i = 0; i < end; i += 1) {
      const row = sign > 0 ? i : end - 1 - i
      yield [positions[row] ?? 0, things[row] ?? 0, metrics[row] ?? 0, runOf(row) as Run]
    }
  }
}

function runRowsIn(read: readonly Rows[], order: Order): Iterable<RunRow> {
  return { [Symbol.iterator]: () => runRowsOfStore(read, order) }
}
