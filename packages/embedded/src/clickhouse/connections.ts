import type { Leave } from '@sluice/runtime/fair-queue'
import type { Connection, Engine } from './engine.ts'
import { literal } from './literal.ts'
import { openTurns, type Turn } from './turns.ts'

/** A connection for the time of one statement. */
export type Lease = Opened & { leave: Leave }

/** An open connection. */
type Opened = {
  connection: Connection
  /** Identifies the statement in system.processes, which does not know its query_id. */
  tag: string
  /** The key of statements that may share it; undefined if it serves only one. */
  key: string | undefined
  /** Statements that a new connection must run first; empty for a used one. */
  preamble: string
}

export type Connections = {
  /** Waits for a turn. A used connection is one with the same key. Rejects with the signal's reason when aborted. */
  acquire(key: string | undefined, turn: Turn, signal: AbortSignal): Promise<Lease>
  /** With `reusable: false` the connection is closed, since its state is no longer that of its key. */
  release(lease: Lease, reusable: boolean): void
  /** Cancels the lease's statement. */
  kill(lease: Lease): Promise<void>
  /** Cancels all statements, including schema changes. */
  killAll(): Promise<void>
  /** Closes idle connections; to be called when all leases are released. */
  close(): void
}

const tagPrefix = 'sluice-'

/**
 * A pool of engine connections. At most `limit` statements run at once, and a few inserts of rows beside them; the rest
 * wait for their turn. Opening and setting up a connection takes longer than many statements, so each is kept for the
 * next request with its key. There are at most `limit` idle ones; the least recently used is closed first.
 */
export function createConnections(engine: Engine, limit: number): Connections {
  const idle: Opened[] = []
  const turns = openTurns(limit)
  let opened = 0

  function open(key: string | undefined): Opened {
    opened += 1
    const tag = `${tagPrefix}${opened}`
    const preamble = `SET log_comment = ${literal(tag)}; `
    return { connection: engine.connect(), tag, key, preamble }
  }

  function takeIdle(key: string | undefined): Opened | undefined {
    if (key === undefined) return undefined
    const at = idle.findLastIndex((lease) => lease.key === key)
    return at < 0 ? undefined : idle.splice(at, 1)[0]
  }

  function keep({ connection, tag, key }: Lease): void {
    idle.push({ connection, tag, key, preamble: '' })
    const oldest = idle.length > limit ? idle.shift() : undefined
    if (oldest) engine.disconnect(oldest.connection)
  }

  async function killWhere(comment: string): Promise<void> {
    const sql = `KILL QUERY WHERE Settings['log_comment'] ${comment} ASYNC`
    await engine.read(engine.control, sql, 'Null')
  }

  return {
    async acquire(key, { kind, owner }, signal) {
      const leave = await turns[kind].enter(owner, signal)
      try {
        return { ...(takeIdle(key) ?? open(key)), leave }
      } catch (error) {
        leave()
        throw error
      }
    },
    release(lease, reusable) {
      lease.leave()
      if (reusable && lease.key !== undefined) keep(lease)
      else engine.disconnect(lease.connection)
    },
    kill: ({ tag }) => killWhere(`= ${literal(tag)}`),
    killAll: () => killWhere(`LIKE ${literal(`${tagPrefix}%`)}`),
    close() {
      for (const { connection } of idle.splice(0)) engine.disconnect(connection)
    },
  }
}
