import type { ProblemCode } from '@sluice/contract'
import type { QueueCounts } from '@sluice/runtime'
import type { LoggedRequest } from './logged-request.ts'

/** Every request on `/v2` that reached a known key. Best effort: nothing waits for it, and no fault of it is felt. */
export interface RequestLog {
  /** Notes an answered request. Never throws and never waits. */
  record(request: LoggedRequest, problem: { code: ProblemCode; status: number } | undefined): void
  /** Rows of a SELECT, each an array in the order of its columns. Throws `unavailable`. */
  query(sql: string, params: Record<string, unknown>): Promise<unknown[][]>
  /** The queries under way, and those that wait for their organization's turn. */
  queries(): QueueCounts
  /**
   * Writes what waits; resolves as well where the store does not take it. One flush runs at a time: a call
   * during another waits for it and then writes what came since.
   */
  flush(): Promise<void>
  counts(): LogCounts
  /** Writes what waits, once, and hangs up. */
  close(): Promise<void>
}

export interface LogCounts {
  /** Rows that the store has taken. */
  readonly written: number
  readonly waiting: number
  /** Rows lost because the store took none for too long. */
  readonly dropped: number
  /** The last attempt to write failed. */
  readonly failing: boolean
}
