import type { Core } from '../../context.ts'

/** Days that deliveries are kept after they were finished, or became due. */
const KEPT_DAYS = 30

/** Rows deleted by one statement, to keep locks short. See `bring-forward.ts`. */
const BATCH = 5_000

/**
 * Deletes old events whose deliveries were all finished or due long ago; also these deliveries, and old hourly counts.
 * Leaves out those that a round still has to settle.
 * Deliveries stay pending for as long as their integration is disabled or withheld, which may be forever.
 */
export async function forgetOldEvents({ db, clock }: Pick<Core, 'db' | 'clock'>): Promise<void> {
  const now = clock()
  const before = new Date(now.getTime() - KEPT_DAYS * 86_400_000)
  await db.deliveryHour.deleteMany({ where: { hour: { lt: before } } })
  for (;;) {
    const count = await db.$executeRaw`
      WITH batch AS (
        SELECT "organizationId", id FROM events
        WHERE "occurredAt" < ${before} AND NOT EXISTS (
          SELECT 1 FROM deliveries
          WHERE deliveries."organizationId" = events."organizationId"
            AND deliveries."eventId" = events.id
            AND (coalesce("finishedAt", "dueAt") >= ${before} OR "leasedUntil" > ${now}))
        LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
      DELETE FROM events WHERE ("organizationId", id) IN (SELECT * FROM batch)`
    if (count < BATCH) return
  }
}
