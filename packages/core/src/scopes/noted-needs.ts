import { generalNeed, isAlike } from './general-need.ts'
import type { Need } from './need.ts'

/** The most needs of a call that are kept individually, and characters of their paths. */
const MAX_NEEDS = 100
const MAX_CHARACTERS = 16_384
/** This many needs are kept individually, however long they are: those of a call for one resource. */
const ALWAYS = 3
/** Up to this many similar needs stay individual while others are generalized, such as those of a batch's fleets. */
const FEW = 20

/**
 * The needs that the guards of a call recorded, for the request log. A call may need thousands of resources, each with
 * a hundred paths. Beyond a hundred needs, or 16 KB, similar ones are merged into one {@link generalNeed}, with general
 * last segments and, if there are still too many, with all ids general. The first unmet need stays as it is: it says
 * why a call was refused.
 */
export class NotedNeeds {
  /** In order of first occurrence; an unmet need is last. The same list object for the whole call. */
  readonly kept: Need[] = []
  #count = 0
  #characters = 0
  #missing: Need | undefined
  /** Which ids are generalized from now on. */
  #open: 'last' | 'all' | undefined
  /** What need not be recorded again; used once there are many. */
  #known: Set<string> | undefined
  /** The latest general needs by their number of paths: those of a thing and of its places alternate. */
  #latest: Map<number, Need> | undefined

  note(need: Need): void {
    if (this.#open) this.#noteGeneral(need, this.#open)
    else this.#add(need)
    while (this.#open !== 'all' && this.#isTooMuch()) this.#fold(this.#open ? 'all' : 'last')
  }

  /** Records an unmet need. */
  noteMissing(need: Need): void {
    if (this.#missing) {
      if (textOf(need) !== textOf(this.#missing)) this.note(need)
      return
    }
    this.#missing = need
    this.kept.push(need)
  }

  /** Adopts the needs recorded elsewhere for the same call. */
  take(kept: readonly Need[]): void {
    this.kept.push(...kept)
  }

  /** Discards needs that turned out not to matter. */
  clear(): void {
    this.kept.length = 0
    this.#count = 0
    this.#characters = 0
    this.#missing = undefined
  }

  #isTooMuch(): boolean {
    return this.#count > MAX_NEEDS || (this.#count > ALWAYS && this.#characters > MAX_CHARACTERS)
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
    // A place recurs with each of its things.
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

  /** Half of the room is reserved for what is still to come. */
  #fits(alike: readonly Need[]): boolean {
    const characters = alike.reduce((sum, need) => sum + charactersOf(need), this.#characters)
    return alike.length <= FEW && characters <= MAX_CHARACTERS / 2
  }
}

/** Needs of lists and granted scopes stay as they are. A call has few of them. */
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
