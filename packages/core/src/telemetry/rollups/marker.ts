import type { SeriesRows } from '../blocks/series-rows.ts'
import { lateDays, type SeriesDay } from './late-days.ts'
import type { RollupRules } from './rules.ts'

interface Options extends Pick<RollupRules, 'lateAfter' | 'markHolds'> {
  readonly clock: () => Date
  /** Stores marks durably. */
  readonly insert: (days: readonly SeriesDay[]) => Promise<void>
}

/** Marks that are remembered at most; beyond it they are made again. */
const REMEMBERED = 20_000

/**
 * Marks the days that late samples fall on, so that no rollup made without them counts. A mark comes before the samples:
 * from then on nothing rolls the day up until the store has been quiet for longer than a mark holds. So a stream of late
 * samples is marked now and then, not with every write.
 */
export function openMarker({ clock, insert, lateAfter, markHolds }: Options) {
  /** By the name of a day: since when it is marked, in epoch milliseconds. */
  const marked = new Map<string, number>()

  /** Marks what no mark of late holds for, and tells since when the oldest mark relied on is there. */
  async function mark(series: readonly SeriesRows[], now: number): Promise<number> {
    const days = lateDays(series, (now - lateAfter) * 1000)
    let oldest = now
    const missing: [name: string, day: SeriesDay][] = []
    for (const [name, day] of days) {
      const since = marked.get(name)
      if (since === undefined || since > now || now - since > markHolds / 2)
        missing.push([name, day])
      else oldest = Math.min(oldest, since)
    }
    if (missing.length === 0) return oldest
    await insert(missing.map(([, day]) => day))
    if (marked.size + missing.length > REMEMBERED) marked.clear()
    for (const [name] of missing.slice(0, REMEMBERED)) marked.set(name, now)
    return oldest
  }

  /** Stores samples by `store`, marked as they have to be; rejects as `store` does, or when marks cannot be stored. */
  return async function storeMarked(
    series: readonly SeriesRows[],
    store: () => Promise<void>,
  ): Promise<void> {
    const began = clock().getTime()
    const oldest = await mark(series, began)
    await store()
    const now = clock().getTime()
    // Before the writers are answered: a rollup may have been made meanwhile.
    if (now < began || now - oldest > markHolds) await mark(series, now)
  }
}
