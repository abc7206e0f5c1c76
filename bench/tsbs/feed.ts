import { randomOf } from '@sluice/contract/testing'
import { columnsOf, DAY_MS, HOSTS, type HostRows, ROWS, STEP_MS } from './data.ts'

/** Milliseconds between the rows of a host: with a hundred hosts and ten metrics 100,000 samples a second. */
export const FEED_STEP_MS = 10
/** Rows of a host in a second. */
export const ROWS_A_SECOND = 1000 / FEED_STEP_MS
/** So many of a host's pieces come late, and so many are corrections of the first day. */
const SHARE = 0.05
/** Seconds by which a late piece is late. */
const LATENESS = 10

/**
 * What the hosts send after the first day, a second at a time, the same for the same seed: the next rows of each, late ones,
 * and corrections of the first day.
 */
export class Feed {
  readonly #random: () => number
  readonly #start: number
  #seconds = 0
  #late: { readonly due: number; readonly piece: HostRows }[] = []

  /** @param start - of the first day, epoch milliseconds */
  constructor(seed: number, start: number) {
    this.#random = randomOf(seed + 3)
    this.#start = start
  }

  next(): HostRows[] {
    const head = headAfter(this.#start, this.#seconds)
    const pieces: HostRows[] = []
    for (let host = 0; host < HOSTS; host += 1) {
      const piece = this.#piece(host, head, FEED_STEP_MS)
      if (this.#random() >= SHARE) {
        pieces.push(piece)
        continue
      }
      this.#late.push({ due: this.#seconds + LATENESS, piece })
      const row = Math.floor(this.#random() * (ROWS - ROWS_A_SECOND))
      pieces.push(this.#piece(host, this.#start + row * STEP_MS, STEP_MS))
    }
    for (const { due, piece } of this.#late) if (due === this.#seconds) pieces.push(piece)
    this.#late = this.#late.filter(({ due }) => due > this.#seconds)
    this.#seconds += 1
    return pieces
  }

  #piece(host: number, start: number, step: number): HostRows {
    return { host, start, step, columns: columnsOf(this.#random, ROWS_A_SECOND) }
  }
}

/** Up to where the hosts that are not late have reported after so many seconds, epoch milliseconds. */
export function headAfter(start: number, seconds: number): number {
  return start + DAY_MS + seconds * 1000
}
