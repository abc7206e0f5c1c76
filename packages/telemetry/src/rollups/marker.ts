import type { SeriesRows } from '../write/blocks/series-rows.ts'
import { lateDays, type SeriesDay } from './late-days.ts'
import type { RollupRules } from './rules.ts'

interface Options extends Pick<RollupRules, 'lateAfter' | 'markHolds'> {
  readonly clock: () => Date
  /** Stores marks durably. */
  readonly insert: (days: readonly SeriesDay[]) => Promise<void>
}

/** Most marks that are remembered. Beyond that all are forgotten, and made again where needed. */
const REMEMBERED = 20_000

/**
 * Marks the days that late samples fall on, so that no rollup made without them counts. The mark is stored
 * before the samples. From then on nothing rolls the day up until it has been quiet for longer than a mark
 * holds. So a stream of late samples needs a mark now and then, not one per write.
 */
export function openMarker({ clock, insert, lateAfter, markHolds }: Options) {
  /** By the name of a day: since when it is marked, in epoch milliseconds. */
  const marked = new Map<string, number>()

  /**
   * Marks the days that have no recent mark. Answers the age of the oldest mark that is relied on: when it
   * was made.
   */
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

  /**
   * Marks what is late and stores samples by `store`. Rejects as `store` does, or when marks cannot be
   * stored.
   */
  return async function storeMarked(
    series: readonly SeriesRows[],
    store: () => Promise<void>,
  ): Promise<void> {
    const began = clock().getTime()
    const oldest = await mark(series, began)
    await store()
    const now = clock().getTime()
    // Marked again before the writers are answered: a rollup may have been made meanwhile.
    if (now < began || now - oldest > markHolds) await mark(series, now)
  }
}
