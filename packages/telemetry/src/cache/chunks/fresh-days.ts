import { getOrMake } from '@sluice/runtime'
import { dayOf } from '../../rollups/rules.ts'
import type { ThingNumbers } from '../../thing-numbers.ts'
import type { Write } from '../../write/blocks/write.ts'
import type { HeldDay } from './held-days.ts'
import { inTurns } from './in-turns.ts'

/** The most things that are kept: of all organizations, about, and of each. */
const [MAX_THINGS, MAX_OF_EACH] = [16_384, 1024]

interface Fresh extends ThingNumbers {
  /** Days since 1970. */
  readonly day: number
  readonly metrics: Set<number>
}

/** The newest day of each thing that was written lately but is not cached. */
export class FreshDays {
  readonly #organizations = new Map<number, Map<number, Fresh>>()

  /** Takes a write that has at least one row. */
  note({ organization, thing, samples }: Write): void {
    const own = getOrMake(this.#organizations, organization, () => new Map<number, Fresh>())
    const day = newestDayOf(samples)
    let fresh = own.get(thing)
    if (fresh && fresh.day > day) return
    const share = MAX_THINGS / this.#organizations.size
    if (!fresh && own.size >= Math.min(MAX_OF_EACH, share)) return
    if (fresh?.day !== day) {
      fresh = { organization, thing, day, metrics: new Set() }
      own.set(thing, fresh)
    }
    for (let row = 0; row < samples.rows; row = samples.endOfMetric(row)) {
      fresh.metrics.add(samples.metrics[row] ?? 0)
    }
  }

  /** Removes at most `most` things, of all organizations in turn, and returns their two newest days. */
  *take(most: number): Generator<HeldDay> {
    const each = Array.from(this.#organizations.values(), (own) => [...own.values()])
    for (const fresh of inTurns<Fresh>(each, most)) {
      const { organization, thing, day } = fresh
      const own = this.#organizations.get(organization)
      own?.delete(thing)
      if (own?.size === 0) this.#organizations.delete(organization)
      const named = { organization, thing, metrics: [...fresh.metrics] }
      yield { ...named, day: day - 1 }
      yield { ...named, day }
    }
  }
}

/** Rows of a metric are together, and nearly always ascend. */
export function newestDayOf(samples: Write['samples']): number {
  return dayOf(samples.timeAt(samples.rows - 1))
}
