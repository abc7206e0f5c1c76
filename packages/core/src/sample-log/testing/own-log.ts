import { randomUUID } from 'node:crypto'
import type { Lease, SharedLog } from '@sluice/telemetry'
import pg from 'pg'
import { afterEach, beforeEach, inject } from 'vitest'
import { ownDatabase } from '../../testing/own-database.ts'
import { openPostgresLog } from '../postgres-log.ts'

/** More than any test appends. */
export const limit = { bytes: 1_000_000, runs: 1000, records: 1000 }

const WAITING = `
  SELECT count(*)::int FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock' AND pid <> pg_backend_pid()`

/** Gives each test a database of its own, for the logs of several nodes. Registers hooks. */
export function ownLog() {
  let database: Awaited<ReturnType<typeof ownDatabase>>
  let client: pg.Client
  const opened: SharedLog[] = []
  beforeEach(async () => {
    database = await ownDatabase(inject('databaseUrl'))
    client = new pg.Client({ connectionString: database.url })
    await client.connect()
  })
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((log) => log.close()))
    await client.end()
    await database.drop()
  })

  /** Opens a log that is closed after the test. */
  function open(url = database.url, id?: string): SharedLog {
    const log = openPostgresLog(url, id)
    opened.push(log)
    return log
  }

  return {
    open,
    url: () => database.url,
    /** A statement, as if by another process. */
    query: (sql: string, values?: unknown[]) => client.query(sql, values),
    /** How many statements wait for a lock. */
    async waiting(): Promise<number> {
      // Else a transaction sees what it saw first.
      await client.query('SELECT pg_stat_clear_snapshot()')
      return (await client.query(WAITING)).rows[0]?.count
    },
    /** A node with a started log. */
    async node(id: string = randomUUID()): Promise<SharedLog> {
      const log = open(database.url, id)
      await log.start(async () => 0n)
      return log
    },
    /** As if time had passed: all leases have ended. */
    endLeases: () =>
      client.query(`UPDATE sample_flushers SET "leasedUntil" = now() - interval '1 second'`),
  }
}

/** The lease that a node has of a partition. */
export async function leaseOf(log: SharedLog, partition: number): Promise<Lease | undefined> {
  return (await log.beat()).leases.find((lease) => lease.partition === partition)
}

/** The lease of the partition that most tests use. */
export async function held(log: SharedLog): Promise<Lease> {
  const lease = await leaseOf(log, 3)
  if (!lease) throw new Error('The node has no lease of the partition.')
  return lease
}

/** How far that partition is. */
export async function progressOf(log: SharedLog) {
  return (await log.progress()).find(({ partition }) => partition === 3)
}
