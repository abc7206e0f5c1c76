import { PrismaPg } from '@prisma/adapter-pg'
import type { FairQueue, QueueCounts, Tracing } from '@sluice/runtime'
import { askAlone, takeTurns, turnsOf } from './connection-turns.ts'
import { connections as most } from './connections.ts'
import { PrismaClient } from './generated/client.ts'
import { TracedPostgres } from './traced-postgres.ts'

/** The whole client, or the part of it that a transaction offers. */
export type Database = PrismaClient
export type Transaction = Parameters<Parameters<PrismaClient['$transaction']>[0]>[0]

const turnsOfClients = new WeakMap<Database, FairQueue>()

/** Statements and transactions under way, and those that wait for their organization's turn. */
export function statementCounts(db: Database): QueueCounts | undefined {
  return turnsOfClients.get(db)?.counts()
}

/** Milliseconds after which Postgres ends a statement: whoever asked may be gone, and nothing else would. */
const LONGEST_MS = 120_000

/** Opens the control database. `connections` bounds the pool of this process, which organizations share fairly. */
export function openDatabase(
  url: string,
  connections: number = most.requests,
  tracing?: Tracing,
): Database {
  const pool = {
    ...{ connectionString: url, application_name: 'sluice' },
    ...{ max: connections, statement_timeout: LONGEST_MS },
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
