import { atOnce, getOrMake, inSlices } from '@sluice/runtime'
import type { ThingNumbers } from '../thing-numbers.ts'

export interface Followed {
  readonly organization: number
  readonly things: readonly number[]
}

/** A follower with more things than this is removed in slices. */
const FEW = 64
/** Things from which a follower is removed between two yields. */
const THINGS_PER_YIELD = 1024

/**
 * Which cache entries follow which things. A follower may have ten thousand things, and one write may delete many
 * followers.
 */
export class Followers<Follower> {
  readonly #organizations = new Map<number, Map<number, Set<Follower>>>()
  readonly #living = new Map<Follower, Followed>()
  /** Deleted, but not yet removed from all of its things. */
  readonly #gone = new Map<Follower, Followed>()
  #sweeping = false

  get isEmpty(): boolean {
    return this.#living.size === 0
  }

  /** To be called once for a follower; a deleted one must not be added again. */
  add(follower: Follower, followed: Followed): void {
    this.#living.set(follower, followed)
    const own = getOrMake(this.#organizations, followed.organization, () => new Map())
    for (const thing of followed.things) {
      getOrMake(own, thing, () => new Set<Follower>()).add(follower)
    }
  }

  /** Takes effect at once; followers with many things are cleaned up in slices. */
  delete(follower: Follower): void {
    const followed = this.#living.get(follower)
    if (!followed) return
    this.#living.delete(follower)
    this.#gone.set(follower, followed)
    if (followed.things.length <= FEW) return void atOnce(this.#takeOff(follower, followed))
    if (this.#sweeping) return
    this.#sweeping = true
    void inSlices(this.#sweep())
  }

  *#sweep(): Generator<void, void> {
    for (const [follower, followed] of this.#gone) yield* this.#takeOff(follower, followed)
    this.#sweeping = false
  }

  *#takeOff(follower: Follower, { organization, things }: Followed): Generator<void, void> {
    for (const [i, thing] of things.entries()) {
      if (i > 0 && i % THINGS_PER_YIELD === 0) yield
      const own = this.#organizations.get(organization)
      const all = own?.get(thing)
      all?.delete(follower)
      if (all?.size === 0) own?.delete(thing)
      if (own?.size === 0) this.#organizations.delete(organization)
    }
    this.#gone.delete(follower)
  }

  /** The followers of a thing. */
  of({ organization, thing }: ThingNumbers): readonly Follower[] {
    const all = this.#organizations.get(organization)?.get(thing)
    if (!all) return none
    return this.#gone.size === 0 ? [...all] : [...all].filter((each) => !this.#gone.has(each))
  }

  /** The followers with at least one matching thing. */
  *among(isAmong: (thing: ThingNumbers) => boolean): Generator<Follower> {
    for (const [follower, { organization, things }] of this.#living) {
      if (things.some((thing) => isAmong({ organization, thing }))) yield follower
    }
  }
}

const none: readonly never[] = []
