import { sorted } from '@sluice/runtime'
import type { Write } from './write.ts'

/** Rows between two yields. */
const ROWS_A_YIELD = 16_384

/** Consecutive rows of a write that are samples of one series. */
export interface SeriesRows {
  readonly write: Write
  readonly metric: number
  readonly from: number
  readonly to: number
}

/**
 * All rows of some writes, sorted as the store keeps them: by series, then time. A sorted block costs the
 * store a third of one that it has to sort. Where times overlap between writes, or go back within one, the
 * store still sorts.
 */
export function* seriesRows(writes: readonly Write[]): Generator<void, SeriesRows[]> {
  const found: SeriesRows[] = []
  let rows = 0
  for (const write of writes) {
    addByMetric(found, write)
    rows += write.samples.rows
    if (rows < ROWS_A_YIELD) continue
    rows = 0
    yield
  }
  return yield* sorted(found, inStoreOrder)
}

function addByMetric(found: SeriesRows[], write: Write): void {
  const { metrics, rows } = write.samples
  for (let from = 0; from < rows; ) {
    const metric = metrics[from] ?? 0
    let to = from + 1
    while (to < rows && metrics[to] === metric) to += 1
    found.push({ write, metric, from, to })
    from = to
  }
}

/** By series and first time. The sort is stable, so of equal times the later write comes last. */
function inStoreOrder(a: SeriesRows, b: SeriesRows): number {
  return (
    a.write.organization - b.write.organization ||
    a.write.thing - b.write.thing ||
    a.metric - b.metric ||
    a.write.samples.compareTimes(a.from, b.write.samples, b.from)
  )
}

export function isSameSeries(a: SeriesRows, b: SeriesRows): boolean {
  return (
    a.metric === b.metric &&
    a.write.thing === b.write.thing &&
    a.write.organization === b.write.organization
  )
}
