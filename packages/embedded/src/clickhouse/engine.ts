import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

/** An open connection of the engine; runs one query at a time and keeps settings from SET. */
export type Connection = object

export type ReadResult = { bytes: Uint8Array; rowsRead: number; bytesRead: number }
/** Rows include those written by materialized views, as in ClickHouse's own summary. */
export type WriteResult = { rowsWritten: number; bytesWritten: number }

/** The native functions of chDB that are used here, as called by its JavaScript. */
type Binding = {
  CreateConnection(directory: string, args?: readonly string[]): Connection
  CloseConnection(connection: Connection): void
  QueryAsyncConnection(connection: Connection, sql: string, format: string): Promise<ReadResult>
  InsertRawAsyncConnection(
    connection: Connection,
    sql: string,
    data: Buffer,
    countLines: boolean,
  ): Promise<WriteResult>
}

export type Engine = {
  /** The first connection, which keeps the engine open; for what must not wait for a turn. */
  control: Connection
  connect(): Connection
  /** Must not be called while a query runs on the connection: that crashes the whole engine. */
  disconnect(connection: Connection): void
  read(connection: Connection, sql: string, format: string): Promise<ReadResult>
  write(connection: Connection, sql: string): Promise<WriteResult>
}

const standard = fileURLToPath(new URL('./engine.xml', import.meta.url))
const noData = Buffer.alloc(0)

/**
 * Loads chDB and opens `directory`, which takes the engine's lock on it. `configFile` is a ClickHouse configuration.
 *
 * Uses the binding rather than chDB's `Session`, which does not return how many rows were written and delays closing a
 * session while any query of any session runs.
 */
export function openEngine(directory: string, configFile = standard): Engine {
  const binding = loadBinding()
  return {
    control: binding.CreateConnection(directory, [`--config-file=${configFile}`]),
    connect: () => binding.CreateConnection(directory),
    disconnect: (connection) => binding.CloseConnection(connection),
    read: (connection, sql, format) => binding.QueryAsyncConnection(connection, sql, format),
    write: (connection, sql) => binding.InsertRawAsyncConnection(connection, sql, noData, false),
  }
}

function loadBinding(): Binding {
  const chdb = createRequire(import.meta.url).resolve('chdb')
  return createRequire(chdb)('./dist/loader.js').loadNative()
}
