import { PrismaPg } from '@prisma/adapter-pg'
import { PrismaClient } from './generated/client.ts'

/** The whole client, or the part of it that a transaction offers. */
export type Database = PrismaClient
export type Transaction = Parameters<Parameters<PrismaClient['$transaction']>[0]>[0]

/** Opens the control database. `connections` bounds the pool of this process. */
export function openDatabase(url: string, connections = 10): Database {
  return new PrismaClient({ adapter: new PrismaPg({ connectionString: url, max: connections }) })
}
