import { generalNeed, isAlike } from './general-need.ts'
import type { Need } from './need.ts'

/** Needs of a call that are kept one by one, and the characters of their paths. */
const MOST = 100
const MOST_CHARACTERS = 16_384
/** So few needs are kept one by one however long they are: those of a call for one resource. */
const ALWAYS = 3
/** So many alike needs stay as they are while others become general, such as those of a batch's fleets. */
const FEW = 20

/**
 * What the guards of one call required, for the request log. A call may need thousands of resources, each by a hundred
 * paths: beyond a hundred needs, or 16 KB, those that are alike become one {@link generalNeed}, of their last segments
 * and, if there are still too many, of all ids. The first that was not met stays as it is: it tells why a call was refused.
 */
export class NotedNeeds {
  /** In the order in which they came first; one that was not met is the last. It is the same list for the whole call. */
  readonly kept: Need[] = []
  #count = 0
  #characters = 0
  #missing: Need | undefined
  /** Which ids are left out of what is noted from now on. */
  #open: 'last' | 'all' | undefined
  /** What need not be noted again, since there are so many. */
  #known: Set<string> | undefined
  /** The latest general needs by how many paths they have: those of a thing and of its places take turns. */
  #latest: Map<number, Need> | undefined

  note(need: Need): void {
    if (this.#open) this.#noteGeneral(need, this.#open)
    else this.#add(need)
    while (this.#open !== 'all' && this.#isTooMuch()) this.#fold(this.#open ? 'all' : 'last')
  }

  /** Notes what was not met. */
  noteMissing(need: Need): void {
    if (this.#missing) {
      if (textOf(need) !== textOf(this.#missing)) this.note(need)
      return
    }
    this.#missing = need
    this.kept.push(need)
  }

  /** Takes over what another list has kept of the same call. */
  take(kept: readonly Need[]): void {
    this.kept.push(...kept)
  }

  /** Forgets what did not decide after all. */
  clear(): void {
    this.kept.length = 0
    this.#count = 0
    this.#characters = 0
    this.#missing = undefined
  }

  #isTooMuch(): boolean {
    return this.#count > MOST || (this.#count > ALWAYS && this.#characters > MOST_CHARACTERS)
  }

  #add(need: Need): void {
    if (this.#missing) this.kept.splice(-1, 0, need)
    else this.kept.push(need)
    if (isFixed(need)) return
    this.#count += 1
    this.#characters += charactersOf(need)
  }

  #noteGeneral(need: Need, ids: 'last' | 'all'): void {
    if (isFixed(need)) {
      this.#addOnce(need)
      return
    }
    const latest = this.#latest?.get(need.paths.length)
    if (latest && isAlike(latest, need)) return
    // A place comes again with each of its things.
    if (need.paths.length === 1 && this.#known?.has(textOf(need))) return
    const general = generalNeed(need, ids)
    if (ids === 'last') this.#latest?.set(general.paths.length, general)
    this.#addOnce(general)
  }

  #addOnce(need: Need): void {
    const text = textOf(need)
    if (this.#known?.has(text)) return
    this.#known?.add(text)
    this.#add(need)
  }

  #fold(ids: 'last' | 'all'): void {
    const missing = this.#missing && this.kept.pop()
    const groups = Map.groupBy(distinct(this.kept), (need) =>
      isFixed(need) ? need : textOf(generalNeed(need, ids)),
    )
    this.clear()
    this.#open = ids
    this.#known = new Set()
    this.#latest = new Map()
    for (const [key, alike] of groups) {
      const isKept = typeof key !== 'string' || this.#fits(alike)
      for (const need of alike) this.#addOnce(isKept ? need : generalNeed(need, ids))
    }
    this.#missing = missing
    if (missing) this.kept.push(missing)
  }

  /** Half of the room is for what comes yet. */
  #fits(alike: readonly Need[]): boolean {
    const characters = alike.reduce((sum, need) => sum + charactersOf(need), this.#characters)
    return alike.length <= FEW && characters <= MOST_CHARACTERS / 2
  }
}

/** Lists and scopes that were granted are needed as they are. A call has few of them. */
function isFixed({ whole, general, paths: [own = '#'] }: Need): boolean {
  return whole === true || (!general && own.includes('#'))
}

function distinct(needs: readonly Need[]): Need[] {
  return [...new Map(needs.map((need) => [textOf(need), need])).values()]
}

function textOf({ action, paths, whole, general }: Need): string {
  return `${action} ${whole ?? ''} ${general ?? ''} ${paths.join(' ')}`
}

function charactersOf({ paths }: Need): number {
  return paths.reduce((sum, path) => sum + path.length, 0)
}
