import { settleInSequence } from '@sluice/runtime'
import type { Core } from '../../context.ts'

/**
 * The most attempts kept for an integration, apart from others in the same hour: a fast receiver would otherwise fill
 * the shared disk.
 */
const MAX_KEPT = 250_000

/** Deliveries deleted by one transaction, to keep locks short. */
const BATCH = 5_000

interface Cut {
  readonly organizationId: string
  readonly integrationId: string
  readonly before: Date
}

/** Deletes the oldest finished deliveries of integrations that have very many, and events that have no other delivery. */
export async function forgetManyDeliveries(
  { db }: Pick<Core, 'db'>,
  most = MAX_KEPT,
  batchSize = BATCH,
): Promise<void> {
  // From the newest hour back: all are kept from the hour on in which the limit is reached.
  const cuts = await db.$queryRaw<Cut[]>`
    SELECT "organizationId", "integrationId", max(hour) AS before FROM (
      SELECT "organizationId", "integrationId", hour,
        sum(succeeded + failed) OVER (PARTITION BY "organizationId", "integrationId" ORDER BY hour DESC) AS tries
      FROM delivery_hours) AS counted
    WHERE tries >= ${most} GROUP BY "organizationId", "integrationId"`
  const works = cuts.map((cut) => async () => {
    while ((await forgetBatch(db, cut, batchSize)) === batchSize);
  })
  await settleInSequence(works)
}

function forgetBatch(db: Core['db'], cut: Cut, batchSize: number): Promise<number> {
  const { organizationId, integrationId, before } = cut
  return db.$transaction(async (transaction) => {
    const gone = await transaction.$queryRaw<{ eventId: string }[]>`
      WITH old AS (
        SELECT id FROM deliveries
        WHERE "organizationId" = ${organizationId} AND "integrationId" = ${integrationId}
          AND status <> 'pending' AND "createdAt" < ${before}
        ORDER BY position LIMIT ${batchSize} FOR UPDATE SKIP LOCKED)
      DELETE FROM deliveries USING old
      WHERE deliveries."organizationId" = ${organizationId} AND deliveries.id = old.id
      RETURNING "eventId"`
    const events = gone.map(({ eventId }) => eventId)
    await transaction.$executeRaw`
      DELETE FROM events WHERE "organizationId" = ${organizationId} AND id = ANY(${events})
        AND NOT EXISTS (
          SELECT 1 FROM deliveries
          WHERE deliveries."organizationId" = events."organizationId" AND deliveries."eventId" = events.id)`
    return gone.length
  })
}
