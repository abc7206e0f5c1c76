import { PrismaPg } from '@prisma/adapter-pg'
import type { FairQueue, QueueCounts, Tracing } from '@sluice/runtime'
import { askAlone, takeTurns, turnsOf } from './connection-turns.ts'
import { connectionUrl, connections as most } from './connections.ts'
import { PrismaClient } from './generated/client.ts'
import { TracedPostgres } from './traced-postgres.ts'

/** The full client, or the part of it that a transaction offers. */
export type Database = PrismaClient
export type Transaction = Parameters<Parameters<PrismaClient['$transaction']>[0]>[0]

const turnsOfClients = new WeakMap<Database, FairQueue>()

/** Running statements and transactions, and those that wait for their organization's turn. */
export function statementCounts(db: Database): QueueCounts | undefined {
  return turnsOfClients.get(db)?.counts()
}

/** Milliseconds after which Postgres cancels a statement: its client may be gone, and nothing else would end it. */
const STATEMENT_TIMEOUT_MS = 120_000

/** Opens the control database. `connections` is the size of this process's pool, which organizations share fairly. */
export function openDatabase(
  url: string,
  connections: number = most.requests,
  tracing?: Tracing,
): Database {
  const pool = {
    connectionString: connectionUrl(url, 'sluice'),
    ...{ max: connections, statement_timeout: STATEMENT_TIMEOUT_MS },
  }
  const adapter = tracing ? new TracedPostgres(pool, tracing) : new PrismaPg(pool)
  const turns = turnsOf(connections)
  if (turns) {
    const connect = adapter.connect.bind(adapter)
    adapter.connect = async () => takeTurns(await connect(), turns)
  }
  const client = new PrismaClient({ adapter })
  if (turns) {
    askAlone(client)
    turnsOfClients.set(client, turns)
  }
  return client
}
