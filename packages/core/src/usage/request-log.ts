import type { QueueCounts } from '@sluice/runtime'
import type { LoggedProblem, LoggedRequest } from './logged-request.ts'

/** Logs every request on `/v2` with a known key. Best effort: never awaited, and its failures have no effect. */
export interface RequestLog {
  /** Records an answered request. Never throws or blocks. */
  record(request: LoggedRequest, problem: LoggedProblem | undefined): void
  /** Rows of a SELECT, as arrays in the order of its columns. Throws `unavailable`. */
  query(sql: string, params: Record<string, unknown>): Promise<unknown[][]>
  /** Queries that run, and those that wait for their organization's turn. */
  queries(): QueueCounts
  /**
   * Writes buffered rows; also resolves if the store fails. One flush runs at a time: a call during another waits for
   * it and then writes what came since.
   */
  flush(): Promise<void>
  counts(): LogCounts
  /** Writes buffered rows once, then disconnects. */
  close(): Promise<void>
}

export interface LogCounts {
  /** Rows that the store has taken. */
  readonly written: number
  readonly waiting: number
  /** Rows lost because the store failed for too long. */
  readonly dropped: number
  /** Whether the last attempt to write failed. */
  readonly failing: boolean
}
