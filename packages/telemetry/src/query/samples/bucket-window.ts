import type { SampleValue } from '@sluice/contract'
import type { Tallies } from '../../cache/chunks/tally.ts'
import type { Aggregated } from '../buckets/bucket-query.ts'
import type { Partials } from '../buckets/partials.ts'
import type { Grid } from '../calendar/grid.ts'
import type { PlainAggregate } from '../plan/aggregates.ts'
import type { Range } from '../plan/range.ts'
import type { LineCursor } from './line-cursor.ts'
import type { LineSamples } from './line-samples.ts'
import type { Tallied } from './tallied.ts'

/** Samples or values between two yields. */
export const WORK_PER_YIELD = 20_000
/** A bucket has a fixed cost of this many samples. */
export const WORK_PER_BUCKET = 16

/** A column of an answer, and the list of its values. */
export interface Target {
  readonly column: Aggregated<PlainAggregate>
  readonly values: (SampleValue | null)[]
  /** Undefined if the aggregate needs more than a tally. */
  readonly read: Tallied | undefined
}

/** A line, or lines that are taken together, and the columns to answer for them. */
export interface Group {
  readonly lines: readonly LineSamples[]
  readonly targets: readonly Target[]
  /** Set if some aggregates need more than a tally. */
  readonly partials: Partials | undefined
  cursors: readonly LineCursor[]
}

/** Consecutive buckets. */
export interface Window {
  readonly first: number
  readonly width: number
  readonly grid: Grid
  /** Clips the first and the last bucket. */
  readonly range: Range
  /** 1 for buckets that have samples. */
  readonly seen: Uint8Array
}

/** The index in a window of the bucket that has a cursor's next sample. */
export function placeOf({ next }: LineCursor, { grid, first, width }: Window): number {
  return next === Number.POSITIVE_INFINITY ? width : grid.numberOf(next) - first
}

export function endOf({ grid, range, first }: Window, at: number): number {
  return Math.min(range.to, grid.startOf(first + at + 1))
}

/** Appends the values of each bucket of a window, null where it has no samples. */
export function putValues(targets: readonly Target[], tallies: Tallies, width: number): void {
  for (const { read, values } of targets) {
    for (let at = 0; at < width; at += 1) {
      values.push(read && tallies.samples(at) > 0 ? read(tallies, at) : null)
    }
  }
}
