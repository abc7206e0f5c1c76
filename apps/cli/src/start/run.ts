import type { Logs } from '../data/logs.ts'
import type { Memory } from '../data/memory.ts'
import type { Secrets } from '../data/secrets.ts'
import type { Environment } from '../environment.ts'
import type { Fleet } from './fleet.ts'

/** What the steps of one start share. */
export interface Run {
  readonly environment: Environment
  readonly dataDir: string
  readonly secrets: Secrets
  readonly memory: Memory
  readonly logs: Logs
  readonly fleet: Fleet
  /** Aborted when the run shall end. */
  readonly signal: AbortSignal
  /** A step that people see. Its failure ends the run, the steps beside it included. */
  step<Result>(title: string, work: () => Promise<Result>): Promise<Result>
}
