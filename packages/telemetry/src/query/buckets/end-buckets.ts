import type { ReadSpans } from '../../cache/buckets/bucket-memory.ts'
import type { SeriesSamples } from '../../cache/ends/bucket.ts'
import { HOUR } from '../../rollups/rules.ts'
import type { SampleStore } from '../../store.ts'
import { widthOf } from '../axis/range-parts.ts'
import type { Grid } from '../calendar/grid.ts'
import type { PlainAggregate } from '../plan/aggregates.ts'
import type { Range } from '../plan/range.ts'
import { type Subject, TOGETHER } from '../plan/subject.ts'
import { filterParams } from '../series-filter.ts'
import { type BucketQuery, boundsOf } from './bucket-query.ts'
import { ByLine, groupByLine } from './by-line.ts'
import { endSamples } from './end-samples.ts'
import { type PartialRow, selectPartials } from './partials.ts'
import { cellsOfRows } from './rolled-cells.ts'

/** Buckets at once at most: those that a range cuts, and those that became whole since it was requested last. */
const MOST_BUCKETS = 4
const MOST_SERIES_HOURS = 250

/**
 * Computes few buckets from samples that are remembered, and others by `otherwise`. When a range that has moved on is requested
 * again, few are all that is missing.
 */
export function endBuckets(
  store: SampleStore,
  subject: Subject,
  grid: Grid,
  query: BucketQuery<PlainAggregate>,
  otherwise: ReadSpans,
): ReadSpans {
  const { columns, range } = query
  const partials = selectPartials(columns.map(({ aggregate }) => aggregate))
  const wanted = { byLine: groupByLine(columns), partials }
  const together = columns.some(({ thing }) => thing === TOGETHER)

  function rowsOf(bucket: number, samples: SeriesSamples): PartialRow[] {
    const bounds = boundsOf(grid, range, bucket)
    const rows: PartialRow[] = []
    const byLine = new ByLine<PartialRow>()
    for (const [thing, runs] of samples) {
      for (const [metric, all] of runs) {
        const run = all.within(bounds)
        if (run.length === 0) continue
        const line = together ? TOGETHER : thing
        const row: PartialRow = [bucket, line, metric, ...partials.of(run, thing)]
        const known = byLine.getOrMake(line, metric, () => row)
        if (known === row) rows.push(row)
        else partials.addTo(known, row)
      }
    }
    return rows
  }

  function isLittle(spans: readonly Range[]): boolean {
    const sumOf = (of: (span: Range) => number) => spans.reduce((sum, span) => sum + of(span), 0)
    if (sumOf(widthOf) > MOST_BUCKETS) return false
    const hours = sumOf(({ from, to }) => grid.startOf(to) - grid.startOf(from)) / HOUR
    const { things, metrics } = filterParams(subject, columns, range)
    return hours * things.length * metrics.length <= MOST_SERIES_HOURS
  }

  return async (spans, order) => {
    const buckets = isLittle(spans) ? spans.flatMap(numbersIn) : []
    const samplesOf = buckets.length > 0 ? endSamples(store, subject, grid, query) : undefined
    const samples = await samplesOf?.(buckets)
    if (samples === undefined) return otherwise(spans, order)
    const rows = buckets.flatMap((bucket) => rowsOf(bucket, samples.get(bucket) ?? new Map()))
    const cells = cellsOfRows(rows, wanted)
    return order === 'asc' ? cells : cells.reversed()
  }
}

function numbersIn({ from, to }: Range): number[] {
  return Array.from({ length: to - from }, (_, i) => from + i)
}
