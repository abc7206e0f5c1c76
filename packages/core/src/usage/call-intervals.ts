import { callCountLimits } from '@sluice/contract'

/** Lengths of a histogram's bars, in seconds. Those from a quarter of an hour on are whole quarters. */
const INTERVALS = [1, 5, 10, 30, 60, 300, 900, 3600, 10_800, 21_600]

/** A day: of those the log keeps fewer than there may be bars. */
const LONGEST = 86_400

const QUARTER = 900

export interface Bars {
  /** Seconds. */
  readonly interval: number
  /** Epoch seconds of the first bar's start and the last one's end. */
  readonly from: number
  readonly to: number
  /** Whether the log's sums by quarter of an hour can answer. */
  readonly byQuarter: boolean
}

/** The shortest bars of which few enough make up the range, given in epoch milliseconds: it is widened to whole ones. */
export function barsOf({ start, end }: { start: number; end: number }): Bars {
  const fits = (interval: number) => countOf(interval, start, end) <= callCountLimits.bars
  const interval = INTERVALS.find(fits) ?? LONGEST
  const from = Math.floor(start / 1000 / interval) * interval
  const to = from + countOf(interval, start, end) * interval
  return { interval, from, to, byQuarter: interval >= QUARTER }
}

/** How many whole bars the range touches; one, where it is empty. */
function countOf(interval: number, start: number, end: number): number {
  const first = Math.floor(start / 1000 / interval)
  return Math.max(1, Math.ceil(end / 1000 / interval) - first)
}

/** The starts of all bars, in epoch seconds. */
export function startsOf({ interval, from, to }: Bars): number[] {
  return Array.from({ length: (to - from) / interval }, (_, i) => from + i * interval)
}
