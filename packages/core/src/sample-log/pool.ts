import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { connections } from '../database/connections.ts'
import { unavailable } from '../database/store-errors.ts'
import { followDatabaseClock } from './database-clock.ts'
import { CLOCK } from './statements.ts'

/** In milliseconds. */
export interface Patience {
  /** For so long a statement is waited for, and a connection. */
  readonly patience: number
  /**
   * For so long after it was asked a changing statement may begin to change anything. By what is left of the patience the
   * database's clock may be set back without anybody's notice.
   */
  readonly allowed: number
}

const USUAL: Patience = { patience: 10_000, allowed: 6_000 }

/** Statements of the log of samples, over connections of their own: a write must not wait for a list of things. */
export interface LogPool {
  /**
   * Runs a statement, which the connection prepares once by its name. Numbers of 64 bits come as texts. Rejects with `unavailable`,
   * whatever is wrong. It may be carried out all the same, at any time: the connection may be frozen, its packets late.
   */
  ask<Row>(name: string, text: string, values?: readonly unknown[]): Promise<Row[]>
  /**
   * The same of a statement that must not be carried out after that: its caller may have done something else meanwhile. Its last
   * parameter is a deadline, in epoch milliseconds of the database's clock, and its first row has `inTime`. It rejects once it is
   * certain that nothing is changed any more, or was before.
   */
  change<Row>(name: string, text: string, values?: readonly unknown[]): Promise<Row[]>
  close(): Promise<void>
}

/** Opens no connection before it is needed. A commit is not acknowledged before it is on disk, whatever the server's default. */
export function openLogPool(databaseUrl: string, { patience, allowed }: Patience = USUAL): LogPool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: 'sluice samples',
    max: connections.samples,
    connectionTimeoutMillis: patience,
    query_timeout: patience,
    statement_timeout: patience,
    idle_in_transaction_session_timeout: patience,
    options: '-c synchronous_commit=on',
    keepAlive: true,
  })
  // One that is lost while idle is replaced when the next statement needs it, and the statement fails otherwise; unheard, it
  // would end the process.
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

  /** Resolves once the deadline of what was asked then is certain to have passed. */
  async function untilOver(asked: number): Promise<void> {
    await sleep(Math.max(0, asked + patience - performance.now()))
  }

  return {
    ask,
    async change<Row>(name: string, text: string, values: readonly unknown[] = []) {
      const deadline = (await clock.now()) + allowed
      const asked = performance.now()
      // Nothing was sent where this fails.
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
      // So it may be where somebody set the database's clock.
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

/** Whether Postgres itself says that a statement failed. What is between may have lost its connection to it (class 08). */
function hasEnded(cause: unknown): boolean {
  return cause instanceof pg.DatabaseError && !cause.code?.startsWith('08')
}
