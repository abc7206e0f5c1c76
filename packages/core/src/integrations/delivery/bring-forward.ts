import type { Database, Transaction } from '../../database/client.ts'
import { type Delivery, type Integration, Prisma } from '../../database/generated/client.ts'

/**
 * Rows changed by one statement, to keep locks short. Selected by WITH, since Postgres may evaluate a subquery of IN
 * for each row, and lock further rows each time.
 */
const BATCH = 5_000

/**
 * Makes a batch of an integration's pending deliveries due now. Its job does so in rounds of its own: nothing is
 * attempted before all are due. Returns whether more may be left.
 */
export async function bringForward(
  db: Database,
  { organizationId, lane }: Pick<Integration, 'organizationId' | 'lane'>,
  now: Date,
  batchSize = BATCH,
): Promise<boolean> {
  // Must match the index of pending deliveries.
  const later = Prisma.sql`
    FROM deliveries
    WHERE status = 'pending' AND "organizationId" || '/' || "integrationId" = ${`${organizationId}/${lane}`}
      AND behind = ANY (ARRAY[false, true]) AND "dueAt" > ${now}`
  const count = await db.$executeRaw`
    WITH batch AS (SELECT id ${later} LIMIT ${batchSize} FOR UPDATE SKIP LOCKED)
    UPDATE deliveries SET "dueAt" = ${now}
    WHERE "organizationId" = ${organizationId} AND id IN (SELECT id FROM batch)`
  if (count >= batchSize) return true
  // If another transaction has locked some, a later round continues; the sweep makes sure that there is one.
  await db.$executeRaw`
    UPDATE integrations SET "dueAtOnce" = false
    WHERE "organizationId" = ${organizationId} AND lane = ${lane} AND NOT EXISTS (SELECT 1 ${later})`
  return false
}

/**
 * Makes a pending delivery due before all others of its integration, and by now. Returns when it is due: in the past if
 * others are overdue.
 */
export async function bringToFront(
  db: Database | Transaction,
  { organizationId, integrationId, id }: Delivery,
  now: Date,
): Promise<Date> {
  const lane = `${organizationId}/${integrationId}`
  // Must match the index of pending deliveries.
  const [row] = await db.$queryRaw<{ dueAt: Date }[]>`
    UPDATE deliveries SET "dueAt" = least(${now}::timestamptz, (
      SELECT "dueAt" - interval '1 ms' FROM deliveries
      WHERE status = 'pending' AND NOT behind AND "organizationId" || '/' || "integrationId" = ${lane} AND id <> ${id}
      ORDER BY "dueAt", position LIMIT 1))
    WHERE "organizationId" = ${organizationId} AND id = ${id} RETURNING "dueAt"`
  return row?.dueAt ?? now
}

/**
 * Makes the earlier pending deliveries of the same resources due then, since these deliveries wait for them. Only the oldest
 * of a resource has been attempted, so at most one each is postponed.
 */
export async function bringForwardBefore(
  db: Database | Transaction,
  organizationId: string,
  ids: readonly string[],
  at: Date,
): Promise<void> {
  // Must match the index of pending deliveries by resource.
  await db.$executeRaw`
    UPDATE deliveries AS earlier SET "dueAt" = ${at} FROM deliveries AS again
    WHERE again."organizationId" = ${organizationId} AND again.id = ANY(${[...ids]})
      AND earlier."organizationId" = ${organizationId} AND earlier.status = 'pending'
      AND earlier."organizationId" || '/' || earlier."integrationId" || '/' || order_key(earlier.resource) =
        again."organizationId" || '/' || again."integrationId" || '/' || order_key(again.resource)
      AND earlier.position < again.position AND earlier."dueAt" > ${at}::timestamptz`
}
