import { getOrMake } from '@sluice/runtime'
import { dayOf } from '../../rollups/rules.ts'
import type { ThingNumbers } from '../../thing-numbers.ts'
import type { Write } from '../../write/blocks/write.ts'
import type { Chunk } from './chunk.ts'
import { DayOfThing, putRun, type Share } from './day-of-thing.ts'
import type { Chunks } from './loading.ts'
import type { SeriesDays } from './series-days.ts'

/** Whatever their size: dropping this many takes a few milliseconds. */
const MAX_DAYS = 65_536
/** The most days that were loaded ahead and not asked for yet. */
const MAX_AHEAD = 4096
/** Days evicted before organizations are compared again; there may be many thousands of them. */
const DROPPED_AT_ONCE = 64

/**
 * Cached days of things within a bound of bytes. When it is exceeded, days that nobody asked for are evicted first. Then
 * the organization with the most bytes evicts what it used least recently, so no organization pushes out another.
 */
export class Shares {
  readonly #maxBytes: number
  readonly #shares = new Map<number, Share>()
  /** Loaded ahead and not asked for yet, the oldest first. */
  readonly #ahead = new Set<DayOfThing>()
  #total = { bytes: 0 }
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

  /** Like {@link at}, but counts as use, and drops a day that was loaded before `oldest`. */
  find(organization: number, thing: number, day: number, oldest: number): DayOfThing | undefined {
    const held = this.at(organization, thing, day)
    if (!held) return undefined
    if (held.since < oldest) {
      this.#drop(held)
      return undefined
    }
    const { order } = held.share
    this.#ahead.delete(held)
    order.delete(held)
    order.add(held)
    return held
  }

  /** The chunks by metric, for each thing and each day; undefined if any is missing. Counts as use. */
  all(
    { organization, things, metrics, days }: SeriesDays,
    oldest: number,
  ): ReadonlyMap<number, Chunk | undefined>[][] | undefined {
    const found: ReadonlyMap<number, Chunk | undefined>[][] = []
    for (const thing of things) {
      const own: ReadonlyMap<number, Chunk | undefined>[] = []
      for (const day of days) {
        const held = this.find(organization, thing, day, oldest)
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

  /**
   * At most `most` days that were asked for, the same number for every organization as far as possible, most recently
   * used first.
   */
  *held(most: number): Generator<DayOfThing> {
    const each = Math.ceil(most / Math.max(1, this.#shares.size))
    for (const { order } of this.#shares.values()) {
      let left = each
      for (const held of [...order].reverse()) {
        if (left === 0) break
        if (held.chunks.size === 0) continue
        left -= 1
        yield held
      }
    }
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

  /** At most `most` days that were loaded before a time. */
  *aging(before: number, most: number): Generator<DayOfThing> {
    let left = most
    for (const all of [this.#ahead, ...Array.from(this.#shares.values(), ({ order }) => order)]) {
      for (const held of all) {
        if (held.since >= before || held.chunks.size === 0) continue
        if (left === 0) return
        left -= 1
        yield held
      }
    }
  }

  /** Whether a day may be loaded ahead: while a part of the memory is not taken, or in place of an earlier day. */
  hasRoomFor(day: number, part: number): boolean {
    if (this.bytes < part * this.#maxBytes && this.#ahead.size < MAX_AHEAD) return true
    const [oldest] = this.#ahead
    return oldest !== undefined && oldest.day < day
  }

  /** The cached days of a thing. */
  daysOf({ organization, thing }: ThingNumbers): ReadonlyMap<number, DayOfThing> | undefined {
    return this.#shares.get(organization)?.things.get(thing)
  }

  /** Keeps chunks that were loaded for a query, or ahead. Chunks that are cached already stay, since they are newer. */
  keep(
    { organization, things, metrics, days }: SeriesDays,
    loaded: Pick<Chunks, 'get'>,
    now: number,
    isAhead = false,
  ): void {
    for (const thing of things) {
      for (const day of days) {
        let held = this.at(organization, thing, day)
        if (!held) {
          held = this.#make(organization, thing, day, now)
          const all = isAhead ? this.#ahead : held.share.order
          all.add(held)
        }
        if (held.chunks.size === 0) held.since = now
        for (const metric of metrics) {
          if (held.chunks.has(metric)) continue
          held.set(metric, loaded.get(thing, metric, day))
        }
      }
    }
    this.shrink()
  }

  /** Replaces cached chunks by newly loaded ones. A day that has more series by now stays as it is. */
  replace(
    { organization, things, metrics, days }: SeriesDays,
    loaded: Pick<Chunks, 'get'>,
    since: number,
  ): void {
    for (const thing of things) {
      for (const day of days) {
        const held = this.at(organization, thing, day)
        const own = [...(held?.chunks.keys() ?? [])]
        if (!held || own.length === 0 || !own.every((metric) => metrics.includes(metric))) continue
        for (const metric of own) held.set(metric, loaded.get(thing, metric, day))
        held.since = since
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

  /** Drops those of a thing's days that nobody asked for. */
  dropAhead(days: ReadonlyMap<number, DayOfThing>): void {
    for (const held of days.values()) if (this.#ahead.has(held)) this.#drop(held)
  }

  forget(organization: number, thing: number): void {
    for (const held of this.daysOf({ organization, thing })?.values() ?? []) this.#drop(held)
  }

  /** Drops the days of matching things, or of all. */
  clear(isAmong?: (thing: ThingNumbers) => boolean): void {
    if (!isAmong) {
      this.#shares.clear()
      this.#ahead.clear()
      // Queries that still use these days count on what was before.
      this.#total = { bytes: 0 }
      this.#days = 0
      return
    }
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
      for (const oldest of this.#ahead.size > 0 ? this.#ahead : (this.#largest()?.order ?? [])) {
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

  #largest(): Share | undefined {
    let largest: Share | undefined
    for (const share of this.#shares.values()) {
      if (!largest || share.bytes > largest.bytes) largest = share
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
    this.#days -= 1
    held.release()
    if (share.things.size === 0) this.#shares.delete(share.organization)
  }
}
