import type { SeriesRows } from './series-rows.ts'

/** Rows that are encoded at once: two or three milliseconds of work. */
export const SLICE_ROWS = 65_536

/** Cuts series, in their order, into slices of so many rows; the last has the rest. */
export function* slicesOf(
  series: readonly SeriesRows[],
  rows = SLICE_ROWS,
): Generator<readonly SeriesRows[]> {
  let slice: SeriesRows[] = []
  let room = rows
  for (const each of series) {
    for (let from = each.from; from < each.to; ) {
      const to = Math.min(each.to, from + room)
      const isWhole = from === each.from && to === each.to
      slice.push(isWhole ? each : { ...each, from, to })
      room -= to - from
      from = to
      if (room > 0) continue
      yield slice
      slice = []
      room = rows
    }
  }
  if (slice.length > 0) yield slice
}
