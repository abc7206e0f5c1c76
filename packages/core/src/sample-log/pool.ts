import pg from 'pg'
import { unavailable } from '../database/store-errors.ts'

/** Connections of a node for the log: as many groups are appended, and batches read, at once. */
const CONNECTIONS = 6

/** Milliseconds that a statement may take, and a connection. */
const PATIENCE_MS = 10_000

/** Statements of the log of samples, over connections of their own: a write must not wait for a list of things. */
export interface LogPool {
  /**
   * Runs a statement, which the connection prepares once by its name. Numbers of 64 bits come as texts. Rejects with `unavailable`,
   * whatever is wrong.
   */
  ask<Row>(name: string, text: string, values?: readonly unknown[]): Promise<Row[]>
  close(): Promise<void>
}

/** Opens no connection before it is needed. A commit is not acknowledged before it is on disk, whatever the server's default. */
export function openLogPool(databaseUrl: string): LogPool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: 'sluice samples',
    max: CONNECTIONS,
    connectionTimeoutMillis: PATIENCE_MS,
    query_timeout: PATIENCE_MS,
    statement_timeout: PATIENCE_MS,
    idle_in_transaction_session_timeout: PATIENCE_MS,
    options: '-c synchronous_commit=on',
    keepAlive: true,
  })
  // One that is lost while idle is replaced when the next statement needs it; unheard, it would end the process.
  pool.on('error', () => {})
  return {
    async ask<Row>(name: string, text: string, values: readonly unknown[] = []) {
      try {
        return (await pool.query({ name: `samples_${name}`, text, values: [...values] }))
          .rows as Row[]
      } catch (cause) {
        throw unavailable(cause)
      }
    },
    close: () => pool.end(),
  }
}
