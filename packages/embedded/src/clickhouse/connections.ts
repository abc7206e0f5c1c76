import type { Connection, Engine } from './engine.ts'
import { exception } from './exception.ts'
import { literal } from './literal.ts'

/** A connection for the time of one statement. */
export type Lease = {
  connection: Connection
  /** By this the statement is found in system.processes, which does not know its query_id. */
  tag: string
  /** Statements that must run ahead of the first one on a new connection. */
  preamble: string
}

export type Connections = {
  /** Waits for its turn; `fresh` asks for a connection that nobody used. Rejects when aborted. */
  acquire(fresh: boolean, signal: AbortSignal): Promise<Lease>
  /** `reusable` false closes the connection: its state is not the default one any more. */
  release(lease: Lease, reusable: boolean): void
  /** Cancels what runs under the lease. */
  kill(lease: Lease): Promise<void>
  /** Cancels whatever runs, schema changes included. */
  killAll(): Promise<void>
  /** Closes the idle ones; to be called when all leases are released. */
  close(): void
}

const tagPrefix = 'sluice-'

type Waiter = { grant(): void }

/**
 * A pool of engine connections. At most `limit` statements run at once and the rest wait in order;
 * opening a connection takes half a millisecond, so one whose state was changed is thrown away.
 */
export function createConnections(engine: Engine, limit: number): Connections {
  const idle: Lease[] = []
  const waiting: Waiter[] = []
  let leased = 0
  let opened = 0

  function open(): Lease {
    opened += 1
    const tag = `${tagPrefix}${opened}`
    return { connection: engine.connect(), tag, preamble: `SET log_comment = ${literal(tag)}; ` }
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
    async acquire(fresh, signal) {
      await slot(signal)
      try {
        return (fresh ? undefined : idle.pop()) ?? open()
      } catch (error) {
        leave()
        throw error
      }
    },
    release(lease, reusable) {
      if (reusable) idle.push({ ...lease, preamble: '' })
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
