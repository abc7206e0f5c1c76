import { getOrMake, Pace } from '@sluice/runtime'
import { dayOf } from '../../rollups/rules.ts'
import { SampleBuffer } from '../../write/blocks/sample-buffer.ts'
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

/** The most rows that are kept for one load, about 40 MB. Otherwise a load that hangs would gather them. */
const MAX_ROWS = 1_000_000
/** Rows that are applied between two yields. */
const ROWS_PER_YIELD = 10_000

/** A load in flight, and the samples written to its series and days meanwhile. */
export class Loading {
  /** Whether something was removed meanwhile, so that the loaded samples may be stale. */
  isLost = false
  /** Resolves with whether what was loaded is kept. Rejects if a query has waited long for a store that is not available. */
  readonly ended: Promise<boolean>
  readonly end: (isKept: boolean) => void
  readonly fail: (cause: unknown) => void
  readonly #things: ReadonlySet<number>
  readonly #metrics: ReadonlySet<number>
  readonly #days: ReadonlySet<number>
  /** Copies by thing, since the buffers of a write are detached once it is stored, and how many of each are applied. */
  readonly #written = new Map<number, { readonly rows: SampleBuffer; applied: number }>()
  #rows = 0

  /** Whether a query waits for it. */
  readonly isFew: boolean

  constructor({ things, metrics, days }: SeriesDays, isFew: boolean) {
    this.isFew = isFew
    this.#things = new Set(things)
    this.#metrics = new Set(metrics)
    this.#days = new Set(days)
    const { promise, resolve, reject } = Promise.withResolvers<boolean>()
    this.ended = promise
    this.end = resolve
    this.fail = reject
    // Perhaps nobody waits.
    promise.catch(() => {})
  }

  holds(thing: number): boolean {
    return this.#things.has(thing)
  }

  holdsAny(isWanted: (thing: number) => boolean): boolean {
    return [...this.#things].some(isWanted)
  }

  holdsAnyDay(isWanted: (day: number) => boolean): boolean {
    return [...this.#days].some(isWanted)
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
    const make = () => ({ rows: new SampleBuffer(16), applied: 0 })
    let rows: SampleBuffer | undefined
    for (let row = 0; row < samples.rows; row += 1) {
      const metric = samples.metrics[row] ?? 0
      const time = samples.timeAt(row)
      if (!this.#metrics.has(metric) || !this.#days.has(dayOf(time))) continue
      const number = samples.numbers[row] ?? Number.NaN
      rows ??= getOrMake(this.#written, thing, make).rows
      rows.push(metric, time, Number.isNaN(number) ? (samples.textAt(row) ?? '') : number)
      this.#rows += 1
    }
    if (this.#rows > MAX_ROWS) this.isLost = true
  }

  /**
   * Applies the writes that came meanwhile on top of what was loaded. More may come between two yields and after the end:
   * to be called until nothing is left, the last time without yielding. Throws if a chunk gets too large.
   */
  *complete(loaded: Chunks): Generator<void, void> {
    const pace = new Pace(ROWS_PER_YIELD)
    for (const [thing, written] of this.#written) {
      const { rows } = written
      for (; written.applied < rows.rows; written.applied += 1) {
        if (pace.isOver()) yield
        const row = written.applied
        const [time, number = Number.NaN] = [rows.timeAt(row), rows.numbers[row]]
        const chunk = loaded.getOrMake(thing, rows.metrics[row] ?? 0, dayOf(time))
        chunk.put(time, number, Number.isNaN(number) ? (rows.textAt(row) ?? '') : '')
        if (chunk.isTooLarge) throw new Error('Too many samples.')
      }
    }
  }
}
