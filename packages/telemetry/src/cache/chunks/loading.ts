import { getOrMake } from '@sluice/runtime'
import { dayOf } from '../../rollups/rules.ts'
import { extended } from '../../write/blocks/sample-buffer.ts'
import type { Write } from '../../write/blocks/write.ts'
import { Chunk } from './chunk.ts'
import type { SeriesDays } from './series-days.ts'
import { TimeList } from './time-list.ts'

/** The most lists of times that are compared with those of another series of a thing. */
const MAX_LISTS = 8

/** Chunks by thing, metric and day. */
export class Chunks {
  readonly #things = new Map<number, Map<string, Chunk>>()
  /** By thing and day. */
  readonly #times = new Map<string, TimeList[]>()

  get(thing: number, metric: number, day: number): Chunk | undefined {
    return this.#things.get(thing)?.get(`${metric} ${day}`)
  }

  getOrMake(thing: number, metric: number, day: number, times?: TimeList): Chunk {
    const own = getOrMake(this.#things, thing, () => new Map<string, Chunk>())
    return getOrMake(own, `${metric} ${day}`, () => new Chunk(times))
  }

  /**
   * Appends ascending samples of a series and day. Series of a thing that have the same times share them. Throws if there
   * are too many.
   */
  append(thing: number, metric: number, day: number, times: Float64Array, numbers: Float64Array) {
    const lists = getOrMake(this.#times, `${thing} ${day}`, () => [])
    let list = lists.find((other) => other.accepts(0, times))
    if (!list) {
      list = new TimeList()
      if (lists.length < MAX_LISTS) lists.push(list)
    }
    const chunk = this.getOrMake(thing, metric, day, list)
    chunk.append(times, numbers)
    if (chunk.isTooLarge) throw new Error('Too many samples.')
  }
}

/** Samples changed while they were loaded, in a way that the load cannot make good. The next one most likely succeeds. */
export class ChangedMeanwhile extends Error {}

/** The most rows that are kept for one load, about 30 MB. Otherwise a load that hangs would gather them. */
const MAX_ROWS = 1_000_000
/** Rows that are applied between two yields. */
const ROWS_PER_YIELD = 10_000

/** A load in flight, and the samples written to its series and days meanwhile. */
export class Loading {
  /** Whether something was removed meanwhile, so that the loaded samples may be stale. */
  isLost = false
  readonly ended: Promise<void>
  readonly end: () => void
  readonly #things: ReadonlySet<number>
  readonly #metrics: ReadonlySet<number>
  readonly #days: ReadonlySet<number>
  readonly #rows = new Rows()

  /** Whether a query waits for it. */
  readonly isFew: boolean

  constructor({ things, metrics, days }: SeriesDays, isFew: boolean) {
    this.isFew = isFew
    this.#things = new Set(things)
    this.#metrics = new Set(metrics)
    this.#days = new Set(days)
    const { promise, resolve } = Promise.withResolvers<void>()
    this.ended = promise
    this.end = resolve
  }

  holds(thing: number): boolean {
    return this.#things.has(thing)
  }

  holdsAny(isWanted: (thing: number) => boolean): boolean {
    return [...this.#things].some(isWanted)
  }

  overlaps({ things, metrics, days }: SeriesDays): boolean {
    return (
      things.some((thing) => this.#things.has(thing)) &&
      metrics.some((metric) => this.#metrics.has(metric)) &&
      days.some((day) => this.#days.has(day))
    )
  }

  /** Takes a write. Writes come in version order. */
  notify({ thing, samples }: Write): void {
    if (this.isLost) return
    for (let row = 0; row < samples.rows; row += 1) {
      const metric = samples.metrics[row] ?? 0
      const time = samples.timeAt(row)
      if (!this.#metrics.has(metric) || !this.#days.has(dayOf(time))) continue
      const number = samples.numbers[row] ?? Number.NaN
      const text = Number.isNaN(number) ? (samples.textAt(row) ?? '') : ''
      this.#rows.push(thing, metric, time, number, text)
    }
    if (this.#rows.length > MAX_ROWS) this.isLost = true
  }

  /**
   * Applies the writes that came meanwhile on top of what was loaded. More may come between two yields and after the end:
   * to be called until nothing is left, the last time without yielding.
   */
  *complete(loaded: Chunks): Generator<void, void> {
    yield* this.#rows.takeInto(loaded)
  }
}

/** Copies of written samples, since the buffers of a write are detached once it is stored. */
class Rows {
  length = 0
  #taken = 0
  #things = new Uint32Array(64)
  #metrics = new Uint32Array(64)
  #times = new Float64Array(64)
  #numbers = new Float64Array(64)
  /** By row. */
  readonly #texts = new Map<number, string>()

  push(thing: number, metric: number, time: number, number: number, text: string): void {
    const row = this.length
    if (row === this.#things.length) this.#grow()
    this.#things[row] = thing
    this.#metrics[row] = metric
    this.#times[row] = time
    this.#numbers[row] = number
    if (text !== '') this.#texts.set(row, text)
    this.length = row + 1
  }

  /** Puts each row into its chunk, once. Throws if a chunk gets too large. */
  *takeInto(chunks: Chunks): Generator<void, void> {
    while (this.#taken < this.length) {
      const row = this.#taken
      const [thing = 0, metric = 0] = [this.#things[row], this.#metrics[row]]
      const [time = 0, number = Number.NaN] = [this.#times[row], this.#numbers[row]]
      const chunk = chunks.getOrMake(thing, metric, dayOf(time))
      chunk.put(time, number, this.#texts.get(row) ?? '')
      if (chunk.isTooLarge) throw new Error('Too many samples.')
      this.#taken += 1
      if (this.#taken % ROWS_PER_YIELD === 0) yield
    }
  }

  #grow(): void {
    const size = 2 * this.#things.length
    this.#things = extended(new Uint32Array(size), this.#things)
    this.#metrics = extended(new Uint32Array(size), this.#metrics)
    this.#times = extended(new Float64Array(size), this.#times)
    this.#numbers = extended(new Float64Array(size), this.#numbers)
  }
}
