import type { Core } from '../../context.ts'

/** Days that finished deliveries are kept, and pending ones of disabled integrations. */
const KEPT_DAYS = 30

/** Rows deleted by one statement, to keep locks short. See `bring-forward.ts`. */
const BATCH = 5_000

/**
 * Deletes old events whose deliveries are all finished or pending for disabled integrations; also these deliveries, and
 * old hourly counts.
 */
export async function forgetOldEvents({ db, clock }: Pick<Core, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock().getTime() - KEPT_DAYS * 86_400_000)
  await db.deliveryHour.deleteMany({ where: { hour: { lt: before } } })
  for (;;) {
    const count = await db.$executeRaw`
      WITH batch AS (
        SELECT "organizationId", id FROM events
        WHERE "occurredAt" < ${before} AND NOT EXISTS (
          SELECT 1 FROM deliveries
          WHERE deliveries."organizationId" = events."organizationId"
            AND deliveries."eventId" = events.id
            AND ("finishedAt" >= ${before} OR status = 'pending' AND EXISTS (
              SELECT 1 FROM integrations
              WHERE integrations."organizationId" = deliveries."organizationId"
                AND integrations.lane = deliveries."integrationId" AND enabled)))
        LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
      DELETE FROM events WHERE ("organizationId", id) IN (SELECT * FROM batch)`
    if (count < BATCH) return
  }
}
