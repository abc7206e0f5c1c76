import { randomOf } from '@sluice/contract/testing'
import { columnsOf, DAY_MS, HOSTS, type HostRows, METRICS, ROWS, STEP_MS } from './data.ts'

/** Hosts that nobody asks about: with ten metrics, a row a second of each is 100,000 samples a second. */
export const OTHERS = Number(process.env.BENCH_OTHERS ?? 10_000)
/** Pieces a second that correct rows of the day, and that come late, between its rows. */
const [CORRECTIONS, LATE] = [3, 2]
const ROWS_OF_PIECE = 100
/** Milliseconds between the rows of the day and late ones. */
export const LATE_STEP_MS = STEP_MS / 2

/** One row of many hosts. */
export interface Report {
  readonly time: number
  readonly hosts: readonly number[]
  /** By host and metric. */
  readonly values: readonly (readonly number[])[]
}

/** What comes in within a second. */
export interface FedSecond {
  readonly pieces: readonly HostRows[]
  readonly report: Report
}

/**
 * What comes in after the day, a second at a time, the same for the same seed: the next rows of the hosts, late ones and
 * corrections of theirs, and rows of other hosts.
 */
export class Feed {
  readonly #random: () => number
  readonly #start: number
  #seconds = 0

  /** @param start - of the day, epoch milliseconds */
  constructor(seed: number, start: number) {
    this.#random = randomOf(seed + 3)
    this.#start = start
  }

  next(): FedSecond {
    const time = headAfter(this.#start, this.#seconds)
    const pieces: HostRows[] = []
    for (let host = 0; host < HOSTS && time % STEP_MS === 0; host += 1) {
      pieces.push(this.#piece(host, time, 1))
    }
    for (let i = 0; i < CORRECTIONS + LATE; i += 1) {
      const row = Math.floor(this.#random() * (ROWS - ROWS_OF_PIECE))
      const late = i < CORRECTIONS ? 0 : LATE_STEP_MS
      const host = Math.floor(this.#random() * HOSTS)
      pieces.push(this.#piece(host, this.#start + row * STEP_MS + late, ROWS_OF_PIECE))
    }
    this.#seconds += 1
    return { pieces, report: this.#report(time) }
  }

  #piece(host: number, start: number, rows: number): HostRows {
    return { host, start, columns: columnsOf(this.#random, rows) }
  }

  #report(time: number): Report {
    const hosts = Array.from({ length: OTHERS }, (_, i) => HOSTS + i)
    const values = hosts.map((host) =>
      METRICS.map((_, metric) => ((time / 1000 + host * 7 + metric * 13) % 10_000) / 100),
    )
    return { time, hosts, values }
  }
}

/** Up to where the hosts have reported after so many seconds, epoch milliseconds. */
export function headAfter(start: number, seconds: number): number {
  return start + DAY_MS + seconds * 1000
}
