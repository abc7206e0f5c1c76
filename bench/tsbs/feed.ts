import { randomOf } from '@sluice/contract/testing'
import { columnsOf, DAY_MS, HOSTS, type HostRows, ROWS, STEP_MS } from './data.ts'

/** Rows of a host in one second: with a hundred hosts and ten metrics 100,000 samples. */
export const ROWS_A_SECOND = 100
/** So many of a host's pieces come late, and so many rows of the last day are corrected. */
const LATE = 0.05
/** Seconds by which a late piece is late. */
const LATENESS = 10

/** What the hosts send after the first day, a second at a time, the same for the same seed: the next rows of each, late ones, and
 *  corrections of the last day. */
export class Feed {
  readonly #random: () => number
  readonly #start: number
  #seconds = 0
  #late: { due: number; piece: HostRows }[] = []

  /** @param start - of the first day, epoch milliseconds */
  constructor(seed: number, start: number) {
    this.#random = randomOf(seed + 3)
    this.#start = start
  }

  /** Up to where the hosts that are not late have reported, epoch milliseconds. */
  get head(): number {
    return headAfter(this.#start, this.#seconds)
  }

  next(): HostRows[] {
    const { head } = this
    const pieces: HostRows[] = []
    for (let host = 0; host < HOSTS; host += 1) {
      const piece = this.#piece(host, head)
      if (this.#random() >= LATE) {
        pieces.push(piece)
        continue
      }
      this.#late.push({ due: this.#seconds + LATENESS, piece })
      const back = ROWS_A_SECOND + Math.floor(this.#random() * (ROWS - ROWS_A_SECOND))
      pieces.push(this.#piece(host, head - back * STEP_MS))
    }
    for (const { due, piece } of this.#late) if (due === this.#seconds) pieces.push(piece)
    this.#late = this.#late.filter(({ due }) => due > this.#seconds)
    this.#seconds += 1
    return pieces
  }

  #piece(host: number, start: number): HostRows {
    return { host, start, columns: columnsOf(this.#random, ROWS_A_SECOND) }
  }
}

/** Where the feed is after so many seconds, epoch milliseconds. */
export function headAfter(start: number, seconds: number): number {
  return start + DAY_MS + seconds * ROWS_A_SECOND * STEP_MS
}
