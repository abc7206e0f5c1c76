import type { Connections, Lease } from './connections.ts'
import type { Engine } from './engine.ts'
import { exception } from './exception.ts'
import { literal } from './literal.ts'
import type { Load } from './load.ts'
import { writeParameters } from './parameters.ts'
import { assignments, preambleOf, splitSettings } from './preamble.ts'
import type { QueryRequest } from './request.ts'
import type { SpooledRows } from './spool.ts'
import type { Statement } from './statement.ts'
import type { Turn } from './turns.ts'

/** The result of a statement; `format` is that of `bytes`. */
export type Outcome = {
  bytes: Uint8Array
  format: string
  resultRows: number
  resultBytes: number
  writtenRows: number
  writtenBytes: number
}

export type Run = {
  engine: Engine
  connections: Connections
  request: QueryRequest
  turn: Turn
  /** Aborted when the client disconnects. */
  signal: AbortSignal
}

const nothing: Uint8Array = new Uint8Array(0)
const killIntervalMs = 100

/** Runs a statement without rows. */
export function runStatement(run: Run, statement: Exclude<Statement, Load>): Promise<Outcome> {
  if (statement.kind === 'other') return read(run, statement)
  const { sql, parameters } = writeParameters(statement.sql, run.request.parameters)
  const bound = { ...run, request: { ...run.request, parameters } }
  return statement.kind === 'insert' ? write(bound, sql) : read(bound, { ...statement, sql })
}

function read(run: Run, statement: Exclude<Statement, Load>): Promise<Outcome> {
  const format = run.request.defaultFormat
  return onConnection(run, statement.kind, async ({ connection }, preamble) => {
    const result = await run.engine.read(connection, preamble + statement.sql, format)
    return {
      ...{ bytes: result.bytes, resultRows: result.rowsRead, resultBytes: result.bytesRead },
      ...{ format: (statement.kind === 'read' && statement.format) || format },
      ...{ writtenRows: 0, writtenBytes: 0 },
    }
  })
}

/** Runs an INSERT whose rows are in a file. */
export async function runLoad(run: Run, load: Load, rows: SpooledRows): Promise<Outcome> {
  if (rows.bytes === 0) {
    throw exception('NO_DATA_TO_INSERT', 'No data to insert: the body of the INSERT is empty.')
  }
  const source = `FROM INFILE ${literal(rows.file)} COMPRESSION 'none'`
  const { own, shared } = splitSettings(run.request.settings)
  const bound = { ...run, request: { ...run.request, settings: shared } }
  const settings = settingsClause(load, own)
  return write(bound, `${load.target} ${source} ${settings} FORMAT ${load.format}`)
}

/** In the statement itself: a separate SET takes the engine a millisecond. */
function settingsClause({ settings }: Load, added: QueryRequest['settings']): string {
  if (added.length === 0) return settings
  return `${settings === '' ? 'SETTINGS' : `${settings},`} ${assignments(added)}`
}

function write(run: Run, sql: string): Promise<Outcome> {
  return onConnection(run, 'insert', async ({ connection }, preamble) => {
    const { rowsWritten, bytesWritten } = await run.engine.write(connection, preamble + sql)
    return {
      ...{ bytes: nothing, format: 'Null', resultRows: 0, resultBytes: 0 },
      ...{ writtenRows: rowsWritten, writtenBytes: bytesWritten },
    }
  })
}

async function onConnection(
  { connections, request, turn, signal }: Run,
  kind: Statement['kind'],
  work: (lease: Lease, preamble: string) => Promise<Outcome>,
): Promise<Outcome> {
  const { binding, state, key } = preambleOf(request)
  const lease = await connections.acquire(key, turn, signal)
  let clean = false
  try {
    const setUp = lease.preamble === '' ? '' : lease.preamble + state
    const working = work(lease, binding + setUp)
    // Schema changes run to their end, as on a server: half of one is worse than an unread answer.
    if (kind !== 'other') killOnAbort(connections, lease, working, signal)
    const outcome = await working
    // A kill that is under way would cancel the connection's next statement.
    clean = kind !== 'other' && !signal.aborted
    return outcome
  } finally {
    connections.release(lease, clean)
  }
}

/** Kills repeatedly until the statement has ended: the first attempt may come before it has begun. */
function killOnAbort(
  connections: Connections,
  lease: Lease,
  working: Promise<unknown>,
  signal: AbortSignal,
): void {
  let timer: NodeJS.Timeout | undefined
  const kill = () => {
    connections.kill(lease).catch(() => {})
    timer = setTimeout(kill, killIntervalMs)
  }
  const ended = () => {
    clearTimeout(timer)
    signal.removeEventListener('abort', kill)
  }
  working.then(ended, ended)
  if (signal.aborted) kill()
  else signal.addEventListener('abort', kill, { once: true })
}
