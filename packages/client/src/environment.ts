import type { sleep } from './retry.ts'

/** What the client takes from its environment. Tests pass their own. */
export interface Environment {
  readonly fetch: typeof fetch
  readonly sleep: typeof sleep
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number
  /** At least 0 and below 1. */
  readonly random: () => number
  readonly newKey: () => string
}
