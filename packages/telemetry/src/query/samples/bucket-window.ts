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
export const WORK_A_YIELD = 20_000
/** Beginning a bucket costs as much as this many samples. */
export const WORK_A_BUCKET = 16

/** A column of an answer, and where its values go. */
export interface Target {
  readonly column: Aggregated<PlainAggregate>
  readonly values: (SampleValue | null)[]
  /** Undefined for what needs more than a tally. */
  readonly read: Tallied | undefined
}

/** Lines that are taken together, or one of them, and the columns that it is answered in. */
export interface Group {
  readonly lines: readonly LineSamples[]
  readonly targets: readonly Target[]
  /** Where some of them need more than a tally. */
  readonly partials: Partials | undefined
  cursors: readonly LineCursor[]
}

/** Consecutive buckets. */
export interface Window {
  readonly first: number
  readonly width: number
  readonly grid: Grid
  /** What the first and the last bucket are cut down to. */
  readonly range: Range
  /** Which of them hold samples. */
  readonly seen: Uint8Array
}

/** Where in a window a cursor's next sample is. */
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
