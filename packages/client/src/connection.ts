import type { Environment } from './environment.ts'
import type { Hooks } from './hooks.ts'
import type { Pace } from './pace.ts'
import type { Patience } from './retry.ts'

/** The options of a client, including defaults. */
export interface Connection {
  readonly baseUrl: string
  readonly key: string
  /** Seconds. */
  readonly timeout: number
  readonly patience: Patience
  readonly hooks: Hooks
  readonly compression: boolean
  /** Undefined if calls are sent at once. */
  readonly pace: Pace | undefined
  readonly environment: Environment
}
