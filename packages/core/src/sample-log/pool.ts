import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { connections, connectionUrl } from '../database/connections.ts'
import { unavailable } from '../database/store-errors.ts'
import { followDatabaseClock } from './database-clock.ts'
import { CLOCK, SETTINGS } from './statements/index.ts'

/** In milliseconds. */
export interface Patience {
  /** The timeout of a statement, and of getting a connection. */
  readonly patience: number
  /**
   * How long after it was sent a changing statement may still start to change anything. The difference to `patience` is
   * how far the database's clock may be set back unnoticed.
   */
  readonly allowed: number
}

const USUAL: Patience = { patience: 10_000, allowed: 6_000 }

/** Statements of the log of samples, over separate connections: a write must not wait for a list of things. */
export interface LogPool {
  /**
   * Runs a statement, which the connection prepares once by its name. 64-bit integers come as texts. Rejects with
   * `unavailable` on any error. The statement may still be executed at any later time: the connection may be frozen,
   * its packets delayed.
   */
  ask<Row>(name: string, text: string, values?: readonly unknown[]): Promise<Row[]>
  /**
   * The same for a statement that must not be executed later, since its caller may have done something else meanwhile.
   * Its last parameter is a deadline in epoch milliseconds of the database's clock, and its first row has `inTime`. A
   * rejection means that nothing will be changed any more, though it may have been changed before.
   */
  change<Row>(name: string, text: string, values?: readonly unknown[]): Promise<Row[]>
  close(): Promise<void>
}

/** Connects on demand. A commit is acknowledged only when it is on disk, whatever the server's default. */
export function openLogPool(databaseUrl: string, { patience, allowed }: Patience = USUAL): LogPool {
  const pool = new pg.Pool({
    connectionString: connectionUrl(databaseUrl, 'sluice samples', SETTINGS),
    max: connections.samples,
    connectionTimeoutMillis: patience,
    query_timeout: patience,
    statement_timeout: patience,
    idle_in_transaction_session_timeout: patience,
    keepAlive: true,
    // By default the system first asks after two hours.
    keepAliveInitialDelayMillis: 10_000,
  })
  // A connection lost while idle is replaced when the next statement needs it; in use, the statement fails. Without a
  // listener, the event would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))

  const named = (name: string, text: string, values: readonly unknown[]) => {
    return { name: `samples_${name}`, text, values: [...values] }
  }
  async function ask<Row>(name: string, text: string, values: readonly unknown[] = []) {
    const { rows } = await orUnavailable(pool.query(named(name, text, values)))
    return rows as Row[]
  }
  const clock = followDatabaseClock(async () => {
    const [row] = await ask<{ now: number }>('clock', CLOCK)
    return row?.now ?? Number.NEGATIVE_INFINITY
  })

  /** Resolves once the deadline of a statement sent at that time has certainly passed. */
  async function untilOver(asked: number): Promise<void> {
    await sleep(Math.max(0, asked + patience - performance.now()))
  }

  return {
    ask,
    async change<Row>(name: string, text: string, values: readonly unknown[] = []) {
      const deadline = (await clock.now()) + allowed
      const asked = performance.now()
      // If this fails, nothing was sent.
      const client = await orUnavailable(pool.connect())
      try {
        const { rows } = await client.query(named(name, text, [...values, deadline]))
        client.release()
        if (rows[0]?.inTime !== false) return rows as Row[]
      } catch (cause) {
        client.release(true)
        if (!hasEnded(cause)) await untilOver(asked)
        throw unavailable(cause)
      }
      // This can happen if somebody set the database's clock.
      clock.forget()
      throw unavailable(new Error(`The statement ${name} reached the database too late.`))
    },
    close: () => pool.end(),
  }
}

async function orUnavailable<Made>(made: Promise<Made>): Promise<Made> {
  try {
    return await made
  } catch (cause) {
    throw unavailable(cause)
  }
}

/** Whether Postgres itself reported the failure. A proxy in between may have lost its connection (class 08). */
function hasEnded(cause: unknown): boolean {
  return cause instanceof pg.DatabaseError && !cause.code?.startsWith('08')
}
