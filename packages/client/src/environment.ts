import type { sleep } from './retry.ts'

/** The client's dependencies on its environment. Tests pass their own. */
export interface Environment {
  readonly fetch: typeof fetch
  readonly sleep: typeof sleep
  /** A monotonic clock, in milliseconds. */
  readonly now: () => number
  /** At least 0 and below 1. */
  readonly random: () => number
  readonly newKey: () => string
}
