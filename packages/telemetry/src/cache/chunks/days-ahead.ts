import { getOrMake } from '@sluice/runtime'
import type { DayOfThing } from './day-of-thing.ts'

const none: ReadonlySet<DayOfThing> = new Set()

/** Days that were loaded ahead and not asked for yet: of each organization, the oldest first. */
export class DaysAhead {
  readonly #organizations = new Map<number, Set<DayOfThing>>()
  size = 0

  of(organization: number): ReadonlySet<DayOfThing> {
    return this.#organizations.get(organization) ?? none
  }

  /** Those of the organization that has the most. */
  largest(): ReadonlySet<DayOfThing> {
    let largest = none
    for (const own of this.#organizations.values()) if (own.size > largest.size) largest = own
    return largest
  }

  has(held: DayOfThing): boolean {
    return this.of(held.share.organization).has(held)
  }

  add(held: DayOfThing): void {
    getOrMake(this.#organizations, held.share.organization, () => new Set()).add(held)
    this.size += 1
  }

  delete(held: DayOfThing): void {
    const { organization } = held.share
    const own = this.#organizations.get(organization)
    if (!own?.delete(held)) return
    this.size -= 1
    if (own.size === 0) this.#organizations.delete(organization)
  }
}
