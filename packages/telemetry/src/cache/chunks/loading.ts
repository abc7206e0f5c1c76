import { getOrMake } from '@sluice/runtime'
import { dayOf } from '../../rollups/rules.ts'
import type { Write } from '../../write/blocks/write.ts'
import { Chunk } from './chunk.ts'
import type { SeriesDays } from './series-days.ts'

/** Chunks by thing, metric and day. */
export class Chunks {
  readonly #things = new Map<number, Map<string, Chunk>>()

  get(thing: number, metric: number, day: number): Chunk | undefined {
    return this.#things.get(thing)?.get(`${metric} ${day}`)
  }

  getOrMake(thing: number, metric: number, day: number): Chunk {
    const own = getOrMake(this.#things, thing, () => new Map<string, Chunk>())
    return getOrMake(own, `${metric} ${day}`, () => new Chunk())
  }
}

/** A copy of a written sample: the write's buffers are detached once it is stored. */
type Row = [...[thing: number, metric: number], ...Parameters<Chunk['put']>]

/** The most rows that are kept for one load. Otherwise a load that hangs would gather them. */
const MAX_ROWS = 100_000

/** A load in flight, and the samples written to its series and days meanwhile. */
export class Loading {
  /** Whether something was removed meanwhile, so that the loaded samples may be stale. */
  isLost = false
  readonly ended: Promise<void>
  readonly end: () => void
  readonly #things: ReadonlySet<number>
  readonly #metrics: ReadonlySet<number>
  readonly #days: ReadonlySet<number>
  readonly #rows: Row[] = []

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
      this.#rows.push([thing, metric, time, number, text])
    }
    if (this.#rows.length > MAX_ROWS) this.isLost = true
  }

  /** Applies the writes that came meanwhile on top of what was loaded. */
  complete(loaded: Chunks): void {
    for (const [thing, metric, ...sample] of this.#rows) {
      loaded.getOrMake(thing, metric, dayOf(sample[0])).put(...sample)
    }
  }
}
