import type { Database } from '../../database/client.ts'
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
