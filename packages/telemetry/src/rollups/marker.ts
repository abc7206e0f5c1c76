import type { SeriesRows } from '../write/blocks/series-rows.ts'
import { lateDays, type SeriesDay } from './late-days.ts'
import type { RollupRules } from './rules.ts'

interface Options extends Pick<RollupRules, 'lateAfter'> {
  readonly clock: () => Date
  /** The time before which hours have been rolled up, in epoch microseconds. */
  readonly rolledUpBefore: () => Promise<number>
  /** Stores marks durably. */
  readonly insert: (days: readonly SeriesDay[]) => Promise<void>
}

/** Marks what is late of samples that have just been stored. Rejects when the marks cannot be: then both are to be stored again. */
export type MarkLate = (series: readonly SeriesRows[]) => Promise<void>

/**
 * Marks the days that late samples fall on, so that no rollup made without them counts. The mark follows the samples
 * and precedes their acknowledgement: a rollup that did not read them was made before the mark, so it does not
 * count once they are acknowledged. No clock decides that, and a write that takes long needs nothing more. A mark that
 * preceded the samples would leave time for a rollup between the two.
 */
export function openMarker({ clock, rolledUpBefore, insert, lateAfter }: Options): MarkLate {
  return async (series) => {
    // By the clock of now: what became late meanwhile is late.
    const late = (clock().getTime() - lateAfter) * 1000
    // What was rolled up while a clock was ahead is late, too.
    const days = lateDays(series, Math.max(late, await rolledUpBefore()))
    if (days.size > 0) await insert([...days.values()])
  }
}
