import type { ThingNumbers } from '../thing-numbers.ts'
import { getOrMake } from './get-or-make.ts'

/** Things of an organization. */
export interface Followed {
  readonly organization: number
  readonly things: readonly number[]
}

/** Who follows what is written to which things. */
export class Followers<Follower> {
  readonly #organizations = new Map<number, Map<number, Set<Follower>>>()

  get isEmpty(): boolean {
    return this.#organizations.size === 0
  }

  add(follower: Follower, { organization, things }: Followed): void {
    const own = getOrMake(this.#organizations, organization, () => new Map())
    for (const thing of things) getOrMake(own, thing, () => new Set<Follower>()).add(follower)
  }

  delete(follower: Follower, { organization, things }: Followed): void {
    const own = this.#organizations.get(organization)
    for (const thing of things) {
      const all = own?.get(thing)
      all?.delete(follower)
      if (all?.size === 0) own?.delete(thing)
    }
    if (own?.size === 0) this.#organizations.delete(organization)
  }

  /** Undefined where there are none. */
  of({ organization, thing }: ThingNumbers): Iterable<Follower> | undefined {
    return this.#organizations.get(organization)?.get(thing)
  }

  /** Each as often as it follows such things. */
  *among(isAmong: (thing: ThingNumbers) => boolean): Generator<Follower> {
    for (const [organization, things] of this.#organizations) {
      for (const [thing, followers] of things) {
        if (isAmong({ organization, thing })) yield* followers
      }
    }
  }
}
