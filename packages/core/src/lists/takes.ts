import { workingFor } from '@sluice/runtime'
import { LRUCache } from 'lru-cache'
import { weightOf } from './weight.ts'

/** The {@link weightOf} the rows of a read: seven milliseconds of parsing, in one go. */
const WEIGHT_PER_READ = 16_384

/** Rows of a read while nothing is known about them, or if a few heavy ones are known: each may weigh a third of a read. */
const FIRST_UNKNOWN = 6

/**
 * What a row of a read has weighed at most, on average, by organization and kind. Whoever has a few thousand heavy rows
 * could otherwise ask again and again for light rows with heavy ones after them.
 */
const heaviest = new LRUCache<string, number>({ max: 10_000, ttl: 600_000 })

/**
 * How many rows the next statement of a read may take. Rows have between a hundred bytes and a hundred thousand, and
 * nobody knows before: at most twice as many as the statement before, by the weight of its rows, and never more than
 * rows as heavy as those known of this kind allow.
 */
export class Takes {
  next: number
  readonly #key: string

  /**
   * @param kind of the rows: those of one kind have similar sizes
   * @param first rows of the first statement
   */
  constructor(kind: string, first: number) {
    this.#key = `${workingFor()} ${kind}`
    const known = heaviest.get(this.#key)
    this.next = Math.min(first, mostAfter(known))
  }

  /** Notes the rows of a statement of `next` rows. Returns their weight. */
  note(rows: readonly unknown[]): number {
    const weight = weightOf(rows)
    const each = weight / Math.max(1, rows.length)
    const known = heaviest.get(this.#key) ?? 0
    if (each > known) heaviest.set(this.#key, each)
    this.next = Math.min(2 * this.next, rowsOf(each), mostAfter(Math.max(each, known)))
    return weight
  }
}

/** The most rows of a read, by the heaviest known. One heavy row must not make all others come one by one. */
function mostAfter(known: number | undefined): number {
  return known === undefined ? FIRST_UNKNOWN : Math.max(FIRST_UNKNOWN, rowsOf(known))
}

function rowsOf(weight: number): number {
  return Math.max(1, Math.floor(WEIGHT_PER_READ / weight))
}
