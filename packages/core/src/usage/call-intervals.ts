import { callCountLimits } from '@sluice/contract'

/** Lengths of a histogram's bars in seconds. From 900 on they are multiples of a quarter-hour. */
const INTERVALS = [1, 5, 10, 30, 60, 300, 900, 3600, 10_800, 21_600]

/** A day: the log keeps fewer days than the most bars. */
const LONGEST = 86_400

const QUARTER = 900

export interface Bars {
  /** Seconds. */
  readonly interval: number
  /** Epoch seconds of the first bar's start and the last bar's end. */
  readonly from: number
  readonly to: number
  /** Whether the log's quarter-hourly sums can answer. */
  readonly byQuarter: boolean
}

/** The shortest bars that divide the range (epoch milliseconds) into few enough. The range is widened to whole bars. */
export function barsOf({ start, end }: { start: number; end: number }): Bars {
  const fits = (interval: number) => countOf(interval, start, end) <= callCountLimits.bars
  const interval = INTERVALS.find(fits) ?? LONGEST
  const from = Math.floor(start / 1000 / interval) * interval
  const to = from + countOf(interval, start, end) * interval
  return { interval, from, to, byQuarter: interval >= QUARTER }
}

/** How many whole bars the range touches; one if it is empty. */
function countOf(interval: number, start: number, end: number): number {
  const first = Math.floor(start / 1000 / interval)
  return Math.max(1, Math.ceil(end / 1000 / interval) - first)
}

/** The starts of all bars, in epoch seconds. */
export function startsOf({ interval, from, to }: Bars): number[] {
  return Array.from({ length: (to - from) / interval }, (_, i) => from + i * interval)
}
