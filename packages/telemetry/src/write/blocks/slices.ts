import { portionOf } from './portion.ts'
import type { SeriesList, SeriesRows } from './series-rows.ts'

/** Rows encoded at once, or fewer with texts: two or three milliseconds of work. */
export const SLICE_ROWS = 65_536

/** Series encoded at once: each costs as much as some rows. */
const SLICE_SERIES = 8192

/**
 * Splits series, in order, into slices of `rows` rows, or fewer if they have texts or many series; the last has the
 * rest.
 */
export function* slicesOf(
  series: SeriesList,
  rows = SLICE_ROWS,
  most = SLICE_SERIES,
): Generator<readonly SeriesRows[]> {
  let slice: SeriesRows[] = []
  let room = rows
  for (let place = 0; place < series.length; place += 1) {
    const each = series.at(place)
    const { samples } = each.write
    for (let from = each.from; from < each.to; ) {
      let to = Math.min(each.to, from + room)
      let work = to - from
      if (samples.texts.length > 0) ({ to, work } = portionOf(samples, { from, to: each.to }, room))
      const isWhole = from === each.from && to === each.to
      slice.push(isWhole ? each : { ...each, from, to })
      room -= work
      from = to
      if (room > 0 && slice.length < most) continue
      yield slice
      slice = []
      room = rows
    }
  }
  if (slice.length > 0) yield slice
}
