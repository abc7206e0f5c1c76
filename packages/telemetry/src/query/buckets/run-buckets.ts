import { queryLimits } from '@sluice/contract'
import { inSlices } from '@sluice/runtime'
import { getOrMake } from '../../cache/get-or-make.ts'
import { dayOf, startOfDay } from '../../rollups/rules.ts'
import type { SampleStore } from '../../store.ts'
import type { TooManyRows } from '../../too-many-rows.ts'
import { widthOf } from '../axis/range-parts.ts'
import type { Grid } from '../calendar/grid.ts'
import { boundRows } from '../pages/row-bound.ts'
import type { Order } from '../pages/spans.ts'
import { pairsOf } from '../pairs.ts'
import type { Range } from '../plan/range.ts'
import { type Line, lineKey, type Subject, TOGETHER } from '../plan/subject.ts'
import { type LineSamples, samplesOf } from '../samples/line-samples.ts'
import { lastNumberIn, runRowsOf } from '../samples/sample-runs.ts'
import { filteredSamples } from '../series-filter.ts'
import {
  type Aggregated,
  type BucketQuery,
  boundsOf,
  bucketParams,
  spanOf,
} from './bucket-query.ts'
import { Cells } from './cells.ts'
import { previousNumbers } from './previous.ts'
import {
  combine,
  finishRun,
  lastOf,
  type Run,
  type RunAggregate,
  runSql,
  type Sample,
} from './runs.ts'

type Wanted = Aggregated<RunAggregate>
type Row = [bucket: number, thing: number, metric: number, run: Run]

export interface RunReader {
  /** Rejects with {@link TooManyRows} where the buckets hold more than a statement may answer. */
  read(buckets: Range, order: Order): Promise<Cells>
  /** Buckets that fit whatever they hold. */
  readonly sure: number
}

/**
 * Reads aggregates that go on from the sample before the bucket. They are computed for each thing, and then put
 * together where things are taken together: samples of two things are no run. So one value may take the rows of ten thousand
 * things, and what bounds the answer does not bound these.
 */
export function runBuckets(
  store: SampleStore,
  subject: Subject,
  grid: Grid,
  query: BucketQuery<RunAggregate>,
  values: number = queryLimits.values,
): RunReader {
  const { columns, range } = query
  const pairs = pairsOf(subject, columns)
  const lines = linesOf(columns, subject).filter(({ thing, metric }) =>
    pairs.isAsked(thing, metric.number),
  )
  /** Rows of a statement. One bucket always fits. */
  const most = values + lines.length
  const bound = boundRows(most)
  const byLine = Map.groupBy(columns, ({ thing, metric }) => lineKey(thing, metric.number))
  const sql = (order: Order) => `
    WITH toUnixTimestamp64Micro(time) AS t
    SELECT ${grid.sqlFor(query.range)} AS bucket, thing, metric, ${runSql}
    ${filteredSamples} ${pairs.sql}
    GROUP BY bucket, thing, metric ORDER BY bucket ${order}, thing, metric LIMIT {rows:UInt32}`

  /** The last number of each line before a bucket; from memory as far as `samples` go. */
  async function numbersBefore(bucket: number, samples: readonly LineSamples[] | undefined) {
    const { from: to } = boundsOf(grid, range, bucket)
    const before = { from: range.from, to }
    if (!samples) return previousNumbers(store, subject, lines, before)
    const found = new Map<string, Sample>()
    for (const line of samples) {
      const last = lastNumberIn(line, before)
      if (last) found.set(lineKey(line.thing, line.metric), last)
    }
    const rest = { from: range.from, to: Math.max(range.from, startOfDay(dayOf(to))) }
    const missing = lines.filter((line) => !found.has(lineKey(line.thing, line.metric.number)))
    if (missing.length === 0 || rest.from === rest.to) return found
    const earlier = await previousNumbers(store, subject, missing, rest)
    return new Map([...earlier, ...found])
  }

  /** In rising order, where they are remembered. */
  async function readRemembered(buckets: Range) {
    // More are not held at once.
    if (lines.length * widthOf(buckets) > most) return undefined
    const span = spanOf(grid, range, buckets)
    const samples = await samplesOf(store, subject, columns, [span])
    if (!samples) return undefined
    return { samples, rows: await inSlices(runRowsOf(samples, span, grid, range)) }
  }

  async function readForwards(buckets: Range, order: Order): Promise<Row[]> {
    bound.before(buckets)
    const asked = bucketParams(subject, grid, query, { buckets, lines: lines.length })
    const params = { ...asked, ...pairs.params, rows: Math.min(asked.rows, most + 1) }
    const rows = (await store.query(sql(order), params)) as Row[]
    bound.after(rows, buckets, order)
    return order === 'asc' ? rows : rows.toReversed()
  }

  async function read(buckets: Range, order: Order): Promise<Cells> {
    const remembered = await readRemembered(buckets)
    const forwards = remembered?.rows ?? (await readForwards(buckets, order))
    const [first] = forwards
    const latest = first
      ? await numbersBefore(first[0], remembered?.samples)
      : new Map<string, Sample>()
    const gathered = new Gathered()
    for (const [bucket, thing, metric, run] of forwards) {
      const key = lineKey(thing, metric)
      const known = { ...boundsOf(grid, range, bucket), previous: latest.get(key) }
      const wanted = byLine.get(key) ?? byLine.get(lineKey(TOGETHER, metric)) ?? []
      for (const column of wanted) gathered.add(bucket, column, run, known)
      if (run[0] > 0) latest.set(key, lastOf(run))
    }
    return gathered.cells().sorted(order)
  }

  return { read, sure: Math.floor(most / Math.max(1, lines.length)) }
}

function linesOf(columns: readonly Wanted[], { members }: Subject): Line[] {
  const metrics = [...new Map(columns.map(({ metric }) => [metric.number, metric])).values()]
  if (!columns.some(({ thing }) => thing === TOGETHER)) return [...columns]
  return members.flatMap(({ number }) => metrics.map((metric) => ({ thing: number, metric })))
}

/** The values of each bucket and column, one a thing, in the order of buckets. */
class Gathered {
  readonly #buckets = new Map<number, Map<Wanted, (number | null)[]>>()

  add(bucket: number, column: Wanted, run: Run, known: Parameters<typeof finishRun>[2]): void {
    const values = getOrMake(this.#buckets, bucket, () => new Map<Wanted, (number | null)[]>())
    getOrMake(values, column, () => []).push(finishRun(column.aggregate, run, known))
  }

  cells(): Cells {
    const cells = new Cells()
    for (const [position, columns] of this.#buckets) {
      for (const [{ id, aggregate }, values] of columns) {
        cells.push(position, id, combine(aggregate, values))
      }
    }
    return cells
  }
}
