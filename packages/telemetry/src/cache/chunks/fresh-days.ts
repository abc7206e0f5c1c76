import { getOrMake } from '@sluice/runtime'
import { dayOf } from '../../rollups/rules.ts'
import type { Write } from '../../write/blocks/write.ts'
import type { HeldDay } from './held-days.ts'

/** The most things that are kept: of all organizations, and of each. */
const [MAX_THINGS, MAX_OF_EACH] = [16_384, 1024]

interface Fresh {
  /** Days since 1970. */
  readonly day: number
  readonly metrics: Set<number>
}

/** The newest day of each thing that was written lately but is not cached. */
export class FreshDays {
  readonly #organizations = new Map<number, Map<number, Fresh>>()
  #size = 0

  /** Takes a write that has at least one row. */
  note({ organization, thing, samples }: Write): void {
    const own = getOrMake(this.#organizations, organization, () => new Map<number, Fresh>())
    const day = newestDayOf(samples)
    let fresh = own.get(thing)
    if (fresh && fresh.day > day) return
    if (!fresh) {
      if (this.#size >= MAX_THINGS || own.size >= MAX_OF_EACH) return
      this.#size += 1
    }
    if (fresh?.day !== day) {
      fresh = { day, metrics: new Set() }
      own.set(thing, fresh)
    }
    let last: number | undefined
    for (let row = 0; row < samples.rows; row += 1) {
      const metric = samples.metrics[row] ?? 0
      if (metric !== last) fresh.metrics.add(metric)
      last = metric
    }
  }

  /** Removes about `most` things, as many of each organization as far as possible, and returns their two newest days. */
  *take(most: number): Generator<HeldDay> {
    const each = Math.ceil(most / Math.max(1, this.#organizations.size))
    for (const [organization, own] of this.#organizations) {
      let left = each
      for (const [thing, { day, metrics }] of own) {
        if (left === 0) break
        left -= 1
        this.#size -= 1
        own.delete(thing)
        const named = { organization, thing, metrics: [...metrics] }
        yield { ...named, day: day - 1 }
        yield { ...named, day }
      }
      if (own.size === 0) this.#organizations.delete(organization)
    }
  }
}

/** Rows of a metric are together, and nearly always ascend. */
export function newestDayOf(samples: Write['samples']): number {
  return dayOf(samples.timeAt(samples.rows - 1))
}
