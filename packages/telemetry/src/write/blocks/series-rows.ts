import { Pace, sorted } from '@sluice/runtime'
import { placesByMetric } from './by-metric.ts'
import type { Write } from './write.ts'

/** Rows between two yields. */
const ROWS_PER_YIELD = 16_384
/** So few series of a thing, as those of its frames in a batch, are sorted in place. */
const FEW = 32

/** Consecutive rows of a write with the same metric. */
export interface SeriesRows {
  readonly write: Write
  readonly metric: number
  readonly from: number
  readonly to: number
}

/**
 * All rows of some writes in the store's order: by series, then time. The store needs a third of the time for a sorted
 * block. Where times overlap between writes, or go back within one, the store still sorts.
 */
export function* seriesRows(writes: readonly Write[]): Generator<void, SeriesList> {
  const ordered = yield* sorted(writes, byThing)
  const list = new SeriesList(
    ordered,
    ordered.reduce((sum, { samples }) => sum + samples.runs(), 0),
  )
  const pace = new Pace(ROWS_PER_YIELD)
  let first = 0
  for (const [i, write] of ordered.entries()) {
    list.add(i)
    const next = ordered[i + 1]
    if (next === undefined || byThing(write, next) !== 0) {
      yield* list.sortFrom(first)
      first = list.length
    }
    if (pace.isOver(write.samples.rows)) yield
  }
  return list
}

function byThing(a: Write, b: Write): number {
  return a.organization - b.organization || a.thing - b.thing
}

export function isSameSeries(a: SeriesRows, b: SeriesRows): boolean {
  return a.metric === b.metric && byThing(a.write, b.write) === 0
}

/**
 * Stored as numbers, since a batch may have a million series: as objects, they would survive until it is in the tables,
 * and be copied twice.
 */
export class SeriesList implements Iterable<SeriesRows> {
  length = 0
  readonly #writes: readonly Write[]
  /** For each its write, metric, first row, and the row after its last. */
  readonly #of: Uint32Array
  readonly #metrics: Uint32Array
  readonly #from: Uint32Array
  readonly #to: Uint32Array
  readonly #lists: readonly Uint32Array[]

  constructor(writes: readonly Write[], most: number) {
    this.#writes = writes
    this.#of = new Uint32Array(most)
    this.#metrics = new Uint32Array(most)
    this.#from = new Uint32Array(most)
    this.#to = new Uint32Array(most)
    this.#lists = [this.#of, this.#metrics, this.#from, this.#to]
  }

  at(place: number): SeriesRows {
    return {
      write: this.#writeAt(place),
      metric: this.#metrics[place] ?? 0,
      from: this.#from[place] ?? 0,
      to: this.#to[place] ?? 0,
    }
  }

  *[Symbol.iterator](): Generator<SeriesRows> {
    for (let place = 0; place < this.length; place += 1) yield this.at(place)
  }

  /** Adds all series of a write, whose rows must be sorted by metric. */
  add(of: number): void {
    const { samples } = this.#writes[of] as Write
    for (let from = 0; from < samples.rows; ) {
      const to = samples.endOfMetric(from)
      this.#of[this.length] = of
      this.#metrics[this.length] = samples.metrics[from] ?? 0
      this.#from[this.length] = from
      this.#to[this.length] = to
      this.length += 1
      from = to
    }
  }

  /**
   * Sorts the series from `first` on, which are of one thing, by metric and first time; for equal times the later write
   * comes last.
   */
  *sortFrom(first: number): Generator<void, void> {
    if (this.length - first <= FEW) return this.#sortFew(first)
    if (yield* this.#isInOrder(first)) return
    // Mostly, later writes have later samples. Very many series are only sorted in slices.
    if (this.length - first <= ROWS_PER_YIELD) {
      yield* this.#sortByMetric(first)
      if (yield* this.#isInOrder(first)) return
    }
    const places: number[] = []
    for (let place = first; place < this.length; place += 1) {
      places.push(place)
      if (places.length % ROWS_PER_YIELD === 0) yield
    }
    const inOrder = yield* sorted(places, (a, b) => this.#compare(a, b))
    for (const numbers of this.#lists) {
      yield
      numbers.set(
        Uint32Array.from(inOrder, (place) => numbers[place] ?? 0),
        first,
      )
    }
  }

  /** Takes quadratic time, but allocates nothing. */
  #sortFew(first: number): void {
    for (let next = first + 1; next < this.length; next += 1) {
      for (let place = next; place > first && this.#compare(place - 1, place) > 0; place -= 1)
        this.#swap(place)
    }
  }

  /** Swaps a series with the one before it. */
  #swap(place: number): void {
    for (const numbers of this.#lists) {
      const number = numbers[place] ?? 0
      numbers[place] = numbers[place - 1] ?? 0
      numbers[place - 1] = number
    }
  }

  *#isInOrder(first: number): Generator<void, boolean> {
    for (let next = first + 1; next < this.length; next += 1) {
      if (this.#compare(next - 1, next) > 0) return false
      if (next % ROWS_PER_YIELD === 0) yield
    }
    return true
  }

  *#sortByMetric(first: number): Generator<void, void> {
    const metrics = this.#metrics.subarray(first, this.length)
    const places = yield* placesByMetric(metrics, metrics.length)
    if (!places) return
    for (const numbers of this.#lists) {
      yield
      const before = numbers.slice(first, this.length)
      for (let i = 0; i < before.length; i += 1) numbers[first + (places[i] ?? 0)] = before[i] ?? 0
    }
  }

  #compare(a: number, b: number): number {
    const metric = (this.#metrics[a] ?? 0) - (this.#metrics[b] ?? 0)
    if (metric !== 0) return metric
    const [one, other] = [this.#writeAt(a).samples, this.#writeAt(b).samples]
    return one.compareTimes(this.#from[a] ?? 0, other, this.#from[b] ?? 0)
  }

  #writeAt(place: number): Write {
    return this.#writes[this.#of[place] ?? 0] as Write
  }
}
