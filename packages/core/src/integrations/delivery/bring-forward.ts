import type { Database, Transaction } from '../../database/client.ts'
import { type Integration, Prisma } from '../../database/generated/client.ts'

/**
 * Rows that one statement changes, so that none holds its locks for long. Selected by WITH, since Postgres may evaluate a subquery
 * of IN for each row, and each time lock further ones.
 */
const LOT = 5_000

/**
 * Makes a lot of what waits for an integration due now. Its job does so, in rounds of its own: nothing is tried before all is due.
 * Answers whether more may be left.
 */
export async function bringForward(
  db: Database,
  { organizationId, lane }: Pick<Integration, 'organizationId' | 'lane'>,
  now: Date,
  lot = LOT,
): Promise<boolean> {
  // As the index of what waits has it.
  const later = Prisma.sql`
    FROM deliveries
    WHERE status = 'pending' AND "organizationId" || '/' || "integrationId" = ${`${organizationId}/${lane}`}
      AND behind = ANY (ARRAY[false, true]) AND "dueAt" > ${now}`
  const count = await db.$executeRaw`
    WITH lot AS (SELECT id ${later} LIMIT ${lot} FOR UPDATE SKIP LOCKED)
    UPDATE deliveries SET "dueAt" = ${now}
    WHERE "organizationId" = ${organizationId} AND id IN (SELECT id FROM lot)`
  if (count >= lot) return true
  // Where another transaction has some of it, a later round goes on; the sweep sees to it that there is one.
  await db.$executeRaw`
    UPDATE integrations SET "dueAtOnce" = false
    WHERE "organizationId" = ${organizationId} AND lane = ${lane} AND NOT EXISTS (SELECT 1 ${later})`
  return false
}

/**
 * Makes due now what these deliveries wait behind: the earlier ones of their resources. Of each resource only the oldest has been
 * tried, so that is one each.
 */
export async function bringForwardBefore(
  db: Database | Transaction,
  organizationId: string,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  // As the index of what waits of a resource has it.
  await db.$executeRaw`
    UPDATE deliveries AS earlier SET "dueAt" = ${now} FROM deliveries AS again
    WHERE again."organizationId" = ${organizationId} AND again.id = ANY(${[...ids]})
      AND earlier."organizationId" = ${organizationId} AND earlier.status = 'pending'
      AND earlier."organizationId" || '/' || earlier."integrationId" || '/' || order_key(earlier.resource) =
        again."organizationId" || '/' || again."integrationId" || '/' || order_key(again.resource)
      AND earlier.position < again.position AND earlier."dueAt" > ${now}::timestamptz`
}
