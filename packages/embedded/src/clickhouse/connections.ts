import type { Connection, Engine } from './engine.ts'
import { exception } from './exception.ts'
import { literal } from './literal.ts'

/** A connection for the time of one statement. */
export type Lease = {
  connection: Connection
  /** Identifies the statement in system.processes, which does not know its query_id. */
  tag: string
  /** The key of statements that may share it; undefined if it serves only one. */
  key: string | undefined
  /** Statements that a new connection must run first; empty for a used one. */
  preamble: string
}

export type Connections = {
  /** Waits for a turn. A used connection is one with the same key. Rejects when aborted. */
  acquire(key: string | undefined, signal: AbortSignal): Promise<Lease>
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

type Waiter = { grant(): void }

/**
 * A pool of engine connections. At most `limit` statements run at once; the rest wait in order. Opening and setting up
 * a connection takes longer than many statements, so each is kept for the next request with its key. There are at most
 * `limit` idle ones; the least recently used is closed first.
 */
export function createConnections(engine: Engine, limit: number): Connections {
  const idle: Lease[] = []
  const waiting: Waiter[] = []
  let leased = 0
  let opened = 0

  function open(key: string | undefined): Lease {
    opened += 1
    const tag = `${tagPrefix}${opened}`
    const preamble = `SET log_comment = ${literal(tag)}; `
    return { connection: engine.connect(), tag, key, preamble }
  }

  function takeIdle(key: string | undefined): Lease | undefined {
    if (key === undefined) return undefined
    const at = idle.findLastIndex((lease) => lease.key === key)
    return at < 0 ? undefined : idle.splice(at, 1)[0]
  }

  function keep(lease: Lease): void {
    idle.push({ ...lease, preamble: '' })
    const oldest = idle.length > limit ? idle.shift() : undefined
    if (oldest) engine.disconnect(oldest.connection)
  }

  function slot(signal: AbortSignal): Promise<void> {
    if (leased < limit) {
      leased += 1
      return Promise.resolve()
    }
    return new Promise((resolve, reject) => {
      const waiter = { grant }
      function grant() {
        signal.removeEventListener('abort', abandon)
        resolve()
      }
      function abandon() {
        waiting.splice(waiting.indexOf(waiter), 1)
        reject(exception('QUERY_WAS_CANCELLED', 'The client left while its query waited.'))
      }
      waiting.push(waiter)
      signal.addEventListener('abort', abandon, { once: true })
    })
  }

  function leave(): void {
    const next = waiting.shift()
    if (next) next.grant()
    else leased -= 1
  }

  async function killWhere(comment: string): Promise<void> {
    const sql = `KILL QUERY WHERE Settings['log_comment'] ${comment} ASYNC`
    await engine.read(engine.control, sql, 'Null')
  }

  return {
    async acquire(key, signal) {
      await slot(signal)
      try {
        return takeIdle(key) ?? open(key)
      } catch (error) {
        leave()
        throw error
      }
    },
    release(lease, reusable) {
      if (reusable && lease.key !== undefined) keep(lease)
      else engine.disconnect(lease.connection)
      leave()
    },
    kill: ({ tag }) => killWhere(`= ${literal(tag)}`),
    killAll: () => killWhere(`LIKE ${literal(`${tagPrefix}%`)}`),
    close() {
      for (const { connection } of idle.splice(0)) engine.disconnect(connection)
    },
  }
}
