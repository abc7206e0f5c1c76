import { getOrMake } from '@sluice/runtime'
import { dayOf } from '../../rollups/rules.ts'
import type { ThingNumbers } from '../../thing-numbers.ts'
import type { Write } from '../../write/blocks/write.ts'
import { MAX_AGE_MS } from '../remembering.ts'
import type { Chunk } from './chunk.ts'
import { DayOfThing, putRun, type Share } from './day-of-thing.ts'
import { DaysAhead } from './days-ahead.ts'
import { inTurns } from './in-turns.ts'
import type { LeftOut } from './left-out.ts'
import type { Chunks } from './loading.ts'
import type { SeriesDays } from './series-days.ts'

/** Whatever their size: dropping this many takes a few milliseconds. */
const MAX_DAYS = 65_536
/** The most days that were loaded ahead and not asked for yet. */
const MAX_AHEAD = 4096
/** An organization with so many fewer of them may displace another's. More than one load adds, or both would take turns. */
const AHEAD_LEAD = 128
/** Age in milliseconds from which a day is loaded again, if it was used within so many. */
const [REFRESHED_MS, USED_MS] = [0.8 * MAX_AGE_MS, 3 * MAX_AGE_MS]
/** Days evicted before organizations are compared again; there may be many thousands of them. */
const DROPPED_AT_ONCE = 64

/** Which days are loaded again. */
interface Which {
  readonly leftOut: Pick<LeftOut, 'has'>
  /** Not those that were loaded ahead and not asked for yet. */
  readonly onlyAsked: boolean
}

/**
 * Cached days of things within bounds of bytes and days. When one is exceeded, days that nobody asked for are evicted first.
 * Then the organization with the most evicts what it used least recently, so no organization pushes out another.
 */
export class Shares {
  readonly #maxBytes: number
  readonly #shares = new Map<number, Share>()
  readonly #ahead = new DaysAhead()
  /** Monotonic times at which days were last asked for or, if loaded ahead, at which their things were last written to. */
  readonly #used = new Map<DayOfThing, number>()
  readonly #total = { bytes: 0 }
  #days = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get bytes(): number {
    return this.#total.bytes
  }

  get isEmpty(): boolean {
    return this.#shares.size === 0
  }

  at(organization: number, thing: number, day: number): DayOfThing | undefined {
    return this.#shares.get(organization)?.things.get(thing)?.get(day)
  }

  /** Like {@link at}, but counts as use, and drops a day that is too old. */
  find(organization: number, thing: number, day: number, now: number): DayOfThing | undefined {
    const held = this.at(organization, thing, day)
    if (!held) return undefined
    if (held.since < now - MAX_AGE_MS) {
      this.#drop(held)
      return undefined
    }
    const { order } = held.share
    this.#used.set(held, now)
    this.#ahead.delete(held)
    order.delete(held)
    order.add(held)
    return held
  }

  /** The chunks by metric, for each thing and each day; undefined if any is missing. Counts as use. */
  all(
    { organization, things, metrics, days }: SeriesDays,
    now: number,
  ): ReadonlyMap<number, Chunk | undefined>[][] | undefined {
    const found: ReadonlyMap<number, Chunk | undefined>[][] = []
    for (const thing of things) {
      const own: ReadonlyMap<number, Chunk | undefined>[] = []
      for (const day of days) {
        const held = this.find(organization, thing, day, now)
        if (!held || !metrics.every((metric) => held.chunks.has(metric))) return undefined
        own.push(held.chunks)
      }
      found.push(own)
    }
    return found
  }

  /** Notes that an uncached day of a thing was asked for. */
  note(organization: number, thing: number, day: number, now: number): void {
    const held = this.#make(organization, thing, day, now)
    held.share.order.add(held)
    this.shrink()
  }

  /** At most `most` days that were asked for, of all organizations in turn, most recently used first. */
  held(most: number): Iterable<DayOfThing> {
    const all = Array.from(this.#shares.values(), ({ order }) =>
      [...order].reverse().filter(({ chunks }) => chunks.size > 0),
    )
    return inTurns(all, most)
  }

  /** The part of a batch whose things have chunks on all of its days. */
  heldOf({ things, ...rest }: SeriesDays): SeriesDays {
    const { organization, days } = rest
    const isHeld = (thing: number) => days.every((day) => this.holds({ organization, thing, day }))
    return { ...rest, things: things.filter(isHeld) }
  }

  /** Whether a day has chunks. */
  holds({ organization, thing, day }: ThingNumbers & { readonly day: number }): boolean {
    return (this.at(organization, thing, day)?.chunks.size ?? 0) > 0
  }

  /** At most `most` days that have to be loaded again, of all organizations in turn. Drops those that are too old. */
  aging(now: number, most: number, which: Which): Iterable<DayOfThing> {
    const all = Array.from(this.#shares.values(), (share) => this.#agingOf(share, now, which))
    return inTurns(all, most)
  }

  *#agingOf({ organization, things }: Share, now: number, { leftOut, onlyAsked }: Which) {
    const isWanted = (held: DayOfThing) =>
      this.#isUsed(held, now) && !(onlyAsked && this.#ahead.has(held))
    for (const [thing, days] of things) {
      for (const held of days.values()) {
        const isAging = held.since < now - REFRESHED_MS && held.chunks.size > 0
        if (held.since < now - MAX_AGE_MS) this.#drop(held)
        else if (isAging && isWanted(held) && !leftOut.has(organization, thing)) yield held
      }
    }
  }

  #isUsed(held: DayOfThing, now: number): boolean {
    return (this.#used.get(held) ?? held.since) >= now - USED_MS
  }

  /** Whether less than a part of the memory is taken. */
  hasRoom(part: number): boolean {
    return this.bytes < part * this.#maxBytes
  }

  /**
   * Whether a day may be loaded ahead: while a part of the memory is not taken, or in place of an earlier day, or of one of
   * an organization that has many more.
   */
  hasRoomFor(organization: number, day: number, part: number): boolean {
    if (this.hasRoom(part) && this.#ahead.size < MAX_AHEAD) return true
    const [largest, own] = [this.#ahead.largest(), this.#ahead.of(organization)]
    for (const [oldest] of [largest, own]) if (oldest && oldest.day < day) return true
    return largest.size > own.size + AHEAD_LEAD
  }

  /** The cached days of a thing. */
  daysOf({ organization, thing }: ThingNumbers): ReadonlyMap<number, DayOfThing> | undefined {
    return this.#shares.get(organization)?.things.get(thing)
  }

  /**
   * Keeps chunks that were loaded for a query, or ahead. Cached chunks stay, unless the day was loaded ahead and has no other
   * series by now. `since` is when the load began.
   */
  put(
    { organization, things, metrics, days }: SeriesDays,
    loaded: Pick<Chunks, 'get'>,
    since: number,
    isAhead = false,
  ): void {
    for (const thing of things) {
      for (const day of days) {
        let held = this.at(organization, thing, day)
        if (!held) {
          held = this.#make(organization, thing, day, since)
          const all = isAhead ? this.#ahead : held.share.order
          all.add(held)
        }
        const own = [...held.chunks.keys()]
        const isReplaced = isAhead && own.every((metric) => metrics.includes(metric))
        if (isReplaced || own.length === 0) held.since = since
        for (const metric of metrics) {
          if (isReplaced || !held.chunks.has(metric))
            held.set(metric, loaded.get(thing, metric, day))
        }
      }
    }
    this.shrink()
  }

  /**
   * Puts the samples of a write into those chunks of its thing's days that are cached. A day with a chunk that gets too
   * large is dropped.
   */
  putAll(days: ReadonlyMap<number, DayOfThing>, { samples }: Write): void {
    for (let row = 0; row < samples.rows; ) {
      const held = days.get(dayOf(samples.timeAt(row)))
      const metric = samples.metrics[row] ?? 0
      if (!held?.chunks.has(metric)) row += 1
      else {
        const { next, chunk } = putRun(held, metric, samples, row)
        if (chunk.isTooLarge) this.#drop(held)
        row = next
      }
    }
  }

  /** Keeps the two newest days of a thing that is written to in use, if they were loaded ahead. */
  noteWritten(days: ReadonlyMap<number, DayOfThing>, newest: number, now: number): void {
    for (const held of [days.get(newest - 1), days.get(newest)]) {
      if (held && this.#ahead.has(held)) this.#used.set(held, now)
    }
  }

  /** Drops those of a thing's days that nobody asked for. */
  dropAhead(days: ReadonlyMap<number, DayOfThing>): void {
    for (const held of days.values()) if (this.#ahead.has(held)) this.#drop(held)
  }

  dropAll(days: Iterable<DayOfThing>): void {
    for (const held of days) this.#drop(held)
  }

  forget(organization: number, thing: number): void {
    this.dropAll(this.daysOf({ organization, thing })?.values() ?? [])
  }

  /** Drops the days of matching things. */
  clear(isAmong: (thing: ThingNumbers) => boolean): void {
    for (const { organization, things } of this.#shares.values()) {
      for (const thing of things.keys()) {
        if (isAmong({ organization, thing })) this.forget(organization, thing)
      }
    }
  }

  /** Evicts until the bound is met. */
  shrink(): void {
    while (!this.#fits) {
      let left = DROPPED_AT_ONCE
      const first = this.#ahead.size > 0 ? this.#ahead.largest() : this.#largest()?.order
      for (const oldest of first ?? []) {
        this.#drop(oldest)
        left -= 1
        if (left === 0 || this.#fits) break
      }
    }
  }

  get #fits(): boolean {
    const isWithin = this.bytes <= this.#maxBytes && this.#days <= MAX_DAYS
    return isWithin && this.#ahead.size <= MAX_AHEAD
  }

  /** The organization with the most of what is exceeded. */
  #largest(): Share | undefined {
    const isOfBytes = this.bytes > this.#maxBytes
    const sizeOf = (share: Share) => (isOfBytes ? share.bytes : share.order.size)
    let largest: Share | undefined
    for (const share of this.#shares.values()) {
      if (!largest || sizeOf(share) > sizeOf(largest)) largest = share
    }
    return largest
  }

  #make(organization: number, thing: number, day: number, since: number): DayOfThing {
    const share = getOrMake(this.#shares, organization, () => ({
      ...{ organization, things: new Map(), order: new Set<DayOfThing>() },
      ...{ bytes: 0, total: this.#total },
    }))
    const days = getOrMake(share.things, thing, () => new Map<number, DayOfThing>())
    const held = new DayOfThing(share, thing, day, since)
    days.set(day, held)
    this.#used.set(held, since)
    this.#days += 1
    return held
  }

  #drop(held: DayOfThing): void {
    const { share, thing, day } = held
    const days = share.things.get(thing)
    if (days?.get(day) !== held) return
    days.delete(day)
    if (days.size === 0) share.things.delete(thing)
    share.order.delete(held)
    this.#ahead.delete(held)
    this.#used.delete(held)
    this.#days -= 1
    held.release()
    if (share.things.size === 0) this.#shares.delete(share.organization)
  }
}
