import type { ThingNumbers } from '../thing-numbers.ts'
import type { SampleBuffer } from '../write/blocks/sample-buffer.ts'
import { isSameSeries, type SeriesList, type SeriesRows } from '../write/blocks/series-rows.ts'
import { timeOfVersion } from '../write/blocks/write.ts'
import { DAY, dayOf, LATE_AFTER } from './rules.ts'

/** Series, and rows of one series, between two yields. */
const [SERIES_PER_YIELD, ROWS_PER_YIELD] = [8192, 65_536]

/** A day of a series, as {@link dayOf} counts it. */
export interface SeriesDay extends ThingNumbers {
  readonly metric: number
  readonly day: number
}

/**
 * The distinct days of late samples: those older than their version by more than {@link LATE_AFTER}. A version is about
 * the time of its write in nanoseconds. No clock is read, so the result is always the same, and a later write never
 * counts as less late.
 *
 * @param series in the order of `seriesRows`
 */
export function* lateDays(series: SeriesList): Generator<void, SeriesDay[]> {
  const found: SeriesDay[] = []
  /** Days of the current series. */
  const known = new Set<number>()
  let previous: SeriesRows | undefined
  for (let place = 0; place < series.length; place += 1) {
    if (place % SERIES_PER_YIELD === SERIES_PER_YIELD - 1) yield
    const rows = series.at(place)
    if (previous && !isSameSeries(previous, rows)) known.clear()
    previous = rows
    const { write, metric, from, to } = rows
    const { organization, thing, samples } = write
    const before = timeOfVersion(write.version) - LATE_AFTER
    // Fast path: nearly every write is current, which takes one comparison.
    if (samples.ascending && samples.timeAt(from) >= before) continue
    let start = Number.NaN
    for (let row = from; row < to; row += 1) {
      if (row % ROWS_PER_YIELD === ROWS_PER_YIELD - 1) yield
      const time = samples.timeAt(row)
      if (time >= before || (time >= start && time < start + DAY)) continue
      const day = dayOf(time)
      start = day * DAY
      if (!known.has(day)) found.push({ organization, thing, metric, day })
      known.add(day)
      if (samples.ascending) row = lastBefore(samples, { row, to, time: start + DAY })
    }
  }
  return found
}

/** The last row before `time`, searching ascending times from `row` on. */
function lastBefore(
  samples: SampleBuffer,
  { row, to, time }: { row: number; to: number; time: number },
): number {
  let [last, next] = [row, to]
  while (next - last > 1) {
    const middle = (last + next) >> 1
    if (samples.timeAt(middle) < time) last = middle
    else next = middle
  }
  return last
}
