import { atOnce, getOrMake, inSlices } from '@sluice/runtime'
import type { ThingNumbers } from '../thing-numbers.ts'

/** Things of an organization. */
export interface Followed {
  readonly organization: number
  readonly things: readonly number[]
}

/** Things of a follower that are taken off at once. */
const FEW = 64
/** The same, between two yields. */
const THINGS_A_YIELD = 1024

/** Who follows what is written to which things: a follower may follow ten thousand, and many may be deleted by one write. */
export class Followers<Follower> {
  readonly #organizations = new Map<number, Map<number, Set<Follower>>>()
  readonly #living = new Map<Follower, Followed>()
  /** Deleted, but not taken off all of its things yet. */
  readonly #gone = new Map<Follower, Followed>()
  #sweeping = false

  get isEmpty(): boolean {
    return this.#living.size === 0
  }

  /** Once a follower; one that was deleted does not come again. */
  add(follower: Follower, followed: Followed): void {
    this.#living.set(follower, followed)
    const own = getOrMake(this.#organizations, followed.organization, () => new Map())
    for (const thing of followed.things) {
      getOrMake(own, thing, () => new Set<Follower>()).add(follower)
    }
  }

  /** It is among nobody's from now on; it is taken off its things in slices. */
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
      if (i > 0 && i % THINGS_A_YIELD === 0) yield
      const own = this.#organizations.get(organization)
      const all = own?.get(thing)
      all?.delete(follower)
      if (all?.size === 0) own?.delete(thing)
      if (own?.size === 0) this.#organizations.delete(organization)
    }
    this.#gone.delete(follower)
  }

  /** None where nobody follows it. */
  of({ organization, thing }: ThingNumbers): readonly Follower[] {
    const all = this.#organizations.get(organization)?.get(thing)
    if (!all) return none
    return this.#gone.size === 0 ? [...all] : [...all].filter((each) => !this.#gone.has(each))
  }

  /** Those that follow such things. */
  *among(isAmong: (thing: ThingNumbers) => boolean): Generator<Follower> {
    for (const [follower, { organization, things }] of this.#living) {
      if (things.some((thing) => isAmong({ organization, thing }))) yield follower
    }
  }
}

const none: readonly never[] = []
