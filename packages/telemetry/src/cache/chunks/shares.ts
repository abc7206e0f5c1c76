import { getOrMake } from '@sluice/runtime'
import type { ThingNumbers } from '../../thing-numbers.ts'
import { Chunk } from './chunk.ts'
import type { Chunks } from './loading.ts'
import type { SeriesDays } from './series-days.ts'

/** What is remembered of a day of a thing. */
export interface DayOfThing {
  readonly share: Share
  readonly thing: number
  readonly day: number
  /** By metric. Undefined where the series has no samples on that day. */
  readonly chunks: Map<number, Chunk | undefined>
  /** Of memory, about. */
  bytes: number
  /** When the oldest of its chunks was loaded, or it was asked for first; by the monotonic clock. */
  since: number
}

/** What is remembered for an organization. */
interface Share {
  readonly organization: number
  readonly things: Map<number, Map<number, DayOfThing>>
  /** The least recently used first. */
  readonly order: Set<DayOfThing>
  bytes: number
}

/** Measured, in the heap, about: a day of a thing without chunks, and each of its chunks without samples. */
const DAY_BYTES = 400
const EMPTY_BYTES = 40
/** Whatever their size: dropping as many takes some milliseconds. */
const MOST_DAYS = 65_536
/** Days that are given up before the organizations are compared again, of which there may be many thousands. */
const DROPPED_AT_ONCE = 64

/**
 * Days of things by organization, within a bound of bytes. Where there is not enough, the organization that has most gives
 * up what it used least recently: nobody pushes out another.
 */
export class Shares {
  readonly #maxBytes: number
  readonly #shares = new Map<number, Share>()
  #bytes = 0
  #days = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get bytes(): number {
    return this.#bytes
  }

  get isEmpty(): boolean {
    return this.#shares.size === 0
  }

  at(organization: number, thing: number, day: number): DayOfThing | undefined {
    return this.#shares.get(organization)?.things.get(thing)?.get(day)
  }

  /** The same, used now; forgotten where it is older. */
  find(organization: number, thing: number, day: number, oldest: number): DayOfThing | undefined {
    const held = this.at(organization, thing, day)
    if (!held) return undefined
    if (held.since < oldest) {
      this.#drop(held)
      return undefined
    }
    const { order } = held.share
    order.delete(held)
    order.add(held)
    return held
  }

  /** Notes that a day of a thing was asked for, of which nothing is remembered. */
  note(organization: number, thing: number, day: number, now: number): void {
    this.#make(organization, thing, day, now)
    this.shrink()
  }

  /** Of each organization as many days as there is room for, those used last first. */
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

  /** The days of a thing that something is remembered of. */
  daysOf({ organization, thing }: ThingNumbers): ReadonlyMap<number, DayOfThing> | undefined {
    return this.#shares.get(organization)?.things.get(thing)
  }

  /** Keeps what was loaded; what was remembered of it already stays, and is newer. */
  keep(
    { organization, things, metrics, days }: SeriesDays,
    loaded: Pick<Chunks, 'get'>,
    now: number,
  ): void {
    for (const thing of things) {
      for (const day of days) {
        const held = this.at(organization, thing, day) ?? this.#make(organization, thing, day, now)
        if (held.chunks.size === 0) held.since = now
        for (const metric of metrics) {
          if (held.chunks.has(metric)) continue
          const chunk = loaded.get(thing, metric, day)
          held.chunks.set(metric, chunk)
          this.#grow(held, EMPTY_BYTES + (chunk?.bytes ?? 0))
        }
      }
    }
    this.shrink()
  }

  /** Puts a sample into a chunk that is remembered. */
  put(held: DayOfThing, metric: number, sample: Parameters<Chunk['put']>): void {
    let chunk = held.chunks.get(metric)
    const before = chunk?.bytes ?? 0
    if (!chunk) {
      chunk = new Chunk()
      held.chunks.set(metric, chunk)
    }
    chunk.put(...sample)
    this.#grow(held, chunk.bytes - before)
  }

  forget(organization: number, thing: number): void {
    for (const held of this.daysOf({ organization, thing })?.values() ?? []) this.#drop(held)
  }

  /** Forgets some things, or all. */
  clear(isAmong?: (thing: ThingNumbers) => boolean): void {
    if (!isAmong) {
      this.#shares.clear()
      this.#bytes = 0
      this.#days = 0
      return
    }
    for (const { organization, things } of this.#shares.values()) {
      for (const thing of things.keys()) {
        if (isAmong({ organization, thing })) this.forget(organization, thing)
      }
    }
  }

  /** Gives up what is beyond the bound. */
  shrink(): void {
    while (!this.#fits) {
      let left = DROPPED_AT_ONCE
      for (const oldest of this.#largest()?.order ?? []) {
        this.#drop(oldest)
        left -= 1
        if (left === 0 || this.#fits) break
      }
    }
  }

  get #fits(): boolean {
    return this.#bytes <= this.#maxBytes && this.#days <= MOST_DAYS
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
      ...{ organization, things: new Map(), order: new Set<DayOfThing>(), bytes: 0 },
    }))
    const days = getOrMake(share.things, thing, () => new Map<number, DayOfThing>())
    const held: DayOfThing = { share, thing, day, chunks: new Map(), bytes: 0, since }
    days.set(day, held)
    share.order.add(held)
    this.#days += 1
    this.#grow(held, DAY_BYTES)
    return held
  }

  #drop(held: DayOfThing): void {
    const { share, thing, day } = held
    const days = share.things.get(thing)
    if (days?.get(day) !== held) return
    days.delete(day)
    if (days.size === 0) share.things.delete(thing)
    share.order.delete(held)
    this.#days -= 1
    this.#grow(held, -held.bytes)
    if (share.order.size === 0) this.#shares.delete(share.organization)
  }

  #grow(held: DayOfThing, bytes: number): void {
    held.bytes += bytes
    held.share.bytes += bytes
    this.#bytes += bytes
  }
}
