import type { Client } from './client.ts'

export const METRICS = ['level', 'flow'] as const
/** Times of one call. */
const ROWS = 50
const STEP = 1000
/** Every so often a call also corrects the last sample of the call before. */
const CORRECTION = 5

/** One call and what it writes. */
interface Call {
  readonly times: readonly number[]
  readonly values: Readonly<Record<string, readonly number[]>>
}

/**
 * What one thing was sent and must hold. A call without an answer is sent again, as a device would, until
 * one comes. So everything sent is acknowledged in the end, and nothing else may be there.
 */
export class Ledger {
  readonly thingId: string
  /** By time, epoch milliseconds; of each metric in their order. */
  readonly expected = new Map<number, readonly number[]>()
  calls = 0
  retries = 0
  readonly #start: number

  constructor(thingId: string, start: number) {
    this.thingId = thingId
    this.#start = start
  }

  /** Sends the next call until it is acknowledged; false where `stopped` says so before. */
  async sendNext(client: Client, stopped: () => boolean): Promise<boolean> {
    const call = this.#callOf(this.calls)
    while (!(await client.send(this.thingId, { timestamps: call.times, values: call.values }))) {
      if (stopped()) return false
      this.retries += 1
    }
    this.calls += 1
    for (const [row, time] of call.times.entries()) {
      this.expected.set(
        time,
        METRICS.map((metric) => call.values[metric]?.[row] ?? Number.NaN),
      )
    }
    return true
  }

  /** Sends the call that was given up, so that all that may be there is acknowledged. */
  async settle(client: Client): Promise<void> {
    await this.sendNext(client, () => false)
  }

  #callOf(number: number): Call {
    const first = this.#start + number * ROWS * STEP
    const times = Array.from({ length: ROWS }, (_, row) => first + row * STEP)
    if (number > 0 && number % CORRECTION === 0) times.unshift(first - STEP)
    const values = METRICS.map((metric, i) => [
      metric,
      times.map((_, row) => number + i / 2 + row / 64),
    ])
    return { times, values: Object.fromEntries(values) }
  }
}
