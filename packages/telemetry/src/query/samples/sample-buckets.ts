import { inSlices } from '@sluice/runtime'
import type { ReadSpans } from '../../cache/buckets/bucket-memory.ts'
import type { SampleRun } from '../../cache/chunks/chunk.ts'
import type { SampleStore } from '../../store.ts'
import { type BucketQuery, spanOf } from '../buckets/bucket-query.ts'
import { groupByLine } from '../buckets/by-line.ts'
import { Cells } from '../buckets/cells.ts'
import { hasPartial, type PartialRow, type Partials, selectPartials } from '../buckets/partials.ts'
import type { Grid } from '../calendar/grid.ts'
import { finish, type PlainAggregate } from '../plan/aggregates.ts'
import type { Range } from '../plan/range.ts'
import { type Subject, TOGETHER } from '../plan/subject.ts'
import { LineCursor } from './line-cursor.ts'
import { type LineSamples, samplesOf } from './line-samples.ts'
import { isPercentile, percentileOf, sortedNumbers } from './percentiles.ts'

/** Samples between two looks at the clock. */
const SAMPLES_A_YIELD = 20_000

/** Computes buckets from samples that are remembered, and others by `otherwise`. */
export function sampleBuckets(
  store: SampleStore,
  subject: Subject,
  grid: Grid,
  query: BucketQuery<PlainAggregate>,
  otherwise: ReadSpans,
): ReadSpans {
  return async (spans, order) => {
    const times = spans.map((span) => spanOf(grid, query.range, span))
    const lines = await samplesOf(store, subject, query.columns, times)
    if (lines === undefined) return otherwise(spans, order)
    // Of a page in falling order the last buckets count.
    const most = order === 'asc' ? query.limit + 1 : Number.POSITIVE_INFINITY
    const cells = await inSlices(cellsOf(lines, times, grid, { ...query, limit: most }))
    return order === 'asc' ? cells : cells.reversed()
  }
}

function* cellsOf(
  lines: readonly LineSamples[],
  spans: readonly Range[],
  grid: Grid,
  { columns, range, limit }: BucketQuery<PlainAggregate>,
): Generator<void, Cells> {
  const wanted = groupByLine(columns)
  const partials = selectPartials(columns.map(({ aggregate }) => aggregate))
  const isTogether = columns.some(({ thing }) => thing === TOGETHER)
  const needsNumbers = !columns.every(({ aggregate }) => hasPartial(aggregate))
  const cells = new Cells()
  let [positions, work] = [0, 0]
  for (const span of spans) {
    const cursors = lines.map((line) => new LineCursor(line, span))
    for (const { bucket, to } of bucketsOf(cursors, grid, range)) {
      if (positions === limit) return cells
      positions += 1
      const found = yield* foundIn(bucket, to, cursors, { partials, isTogether })
      for (const { row, runs } of found) {
        for (const { first, end } of runs) work += end - first
        const sorted = needsNumbers ? yield* sortedNumbers(runs) : none
        for (const { id, aggregate, metric } of wanted.get(row[1], row[2]) ?? []) {
          const answer = isPercentile(aggregate)
            ? percentileOf(aggregate, sorted)
            : partials.read(aggregate, row)
          cells.push(bucket, id, finish(aggregate, answer, metric.valueType))
        }
      }
      work += cursors.length
      if (work < SAMPLES_A_YIELD) continue
      work = 0
      yield
    }
  }
  return cells
}

const none = new Float64Array()

/** What a bucket's samples of a line come to. */
interface Found {
  readonly row: PartialRow
  readonly runs: SampleRun[]
}

/** Takes the samples of a bucket, which ends at a time: of each line, or of each metric together. */
function* foundIn(
  bucket: number,
  to: number,
  cursors: readonly LineCursor[],
  { partials, isTogether }: { readonly partials: Partials; readonly isTogether: boolean },
): Generator<void, Found[]> {
  const found: Found[] = []
  let work = 0
  const byMetric = new Map<number, Found>()
  for (const cursor of cursors) {
    if (cursor.next >= to) continue
    const { thing, metric } = cursor
    let known = isTogether ? byMetric.get(metric) : undefined
    for (const run of cursor.takeBefore(to)) {
      work += run.end - run.first
      if (work > SAMPLES_A_YIELD) {
        work = 0
        yield
      }
      const line = isTogether ? TOGETHER : thing
      const row: PartialRow = [bucket, line, metric, ...partials.of(run, thing)]
      if (known) {
        partials.addTo(known.row, row)
        known.runs.push(run)
        continue
      }
      known = { row, runs: [run] }
      found.push(known)
      if (isTogether) byMetric.set(metric, known)
    }
  }
  return found
}

/** The buckets that hold samples, one after the other; whoever gets one takes its samples. */
export function* bucketsOf(
  cursors: readonly LineCursor[],
  grid: Grid,
  range: Range,
): Generator<{ bucket: number; from: number; to: number }, void> {
  for (;;) {
    let next = Number.POSITIVE_INFINITY
    for (const cursor of cursors) if (cursor.next < next) next = cursor.next
    if (next === Number.POSITIVE_INFINITY) return
    const bucket = grid.numberOf(next)
    const from = Math.max(range.from, grid.startOf(bucket))
    yield { bucket, from, to: Math.min(range.to, grid.startOf(bucket + 1)) }
  }
}
