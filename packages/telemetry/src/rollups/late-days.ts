import type { SampleBuffer } from '../write/blocks/sample-buffer.ts'
import type { SeriesRows } from '../write/blocks/series-rows.ts'
import { DAY, dayOf } from './rules.ts'

/** A day of a series, counted as {@link dayOf} does. */
export interface SeriesDay {
  readonly organization: number
  readonly thing: number
  readonly metric: number
  readonly day: number
}

/** The days that have samples from before `before` (epoch microseconds), each once, by name. */
export function lateDays(series: readonly SeriesRows[], before: number): Map<string, SeriesDay> {
  const found = new Map<string, SeriesDay>()
  for (const { write, metric, from, to } of series) {
    const { organization, thing, samples } = write
    // Almost every write is current: one comparison shows it.
    if (samples.ascending && samples.timeAt(from) >= before) continue
    let start = Number.NaN
    for (let row = from; row < to; row += 1) {
      const time = samples.timeAt(row)
      if (time >= before || (time >= start && time < start + DAY)) continue
      const day = dayOf(time)
      start = day * DAY
      found.set(`${organization} ${thing} ${metric} ${day}`, { organization, thing, metric, day })
      if (samples.ascending) row = lastBefore(samples, { row, to, time: start + DAY })
    }
  }
  return found
}

/** The last row of ascending times from `row` on that is before `time`. */
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
