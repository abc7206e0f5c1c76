import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

/** An open connection of the engine; runs one query at a time and remembers what SET changed. */
export type Connection = object

export type ReadResult = { bytes: Uint8Array; rowsRead: number; bytesRead: number }
/** Rows include those that materialized views wrote, as in ClickHouse's own summary. */
export type WriteResult = { rowsWritten: number; bytesWritten: number }

/** chDB's native functions that are used here, as its JavaScript calls them. */
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
  /** The first connection, which keeps the engine open; for what must not wait its turn. */
  control: Connection
  connect(): Connection
  /** Never call it while a query runs on the connection: that brings the whole engine down. */
  disconnect(connection: Connection): void
  read(connection: Connection, sql: string, format: string): Promise<ReadResult>
  write(connection: Connection, sql: string): Promise<WriteResult>
}

const standard = fileURLToPath(new URL('./engine.xml', import.meta.url))
const noData = Buffer.alloc(0)

/**
 * Loads chDB and opens `directory`, which takes the engine's lock on it. `configFile` is one of ClickHouse's own.
 *
 * The binding is used rather than chDB's `Session`, which does not tell how many rows were written
 * and puts off closing a session for as long as any query of any session runs.
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
