import type { Hooks } from './hooks.ts'
import type { Pace } from './pace.ts'
import type { Patience, sleep } from './retry.ts'

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

/** The options of a client, with their defaults. */
export interface Connection {
  readonly baseUrl: string
  readonly key: string
  /** Seconds. */
  readonly timeout: number
  readonly patience: Patience
  readonly hooks: Hooks
  readonly compression: boolean
  /** Undefined where calls are sent at once. */
  readonly pace: Pace | undefined
  readonly environment: Environment
}
