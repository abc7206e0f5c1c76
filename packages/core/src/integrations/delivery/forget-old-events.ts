import type { Core } from '../../context.ts'

/** Days for which finished deliveries are kept, and those that wait for a disabled integration. */
const KEPT_DAYS = 30

/** Rows that one statement deletes, so that none holds its locks for long. See `bring-forward.ts`. */
const LOT = 5_000

/**
 * Deletes the events of long ago whose deliveries were all finished then, or wait for integrations that are disabled; these
 * deliveries with them, and the counts of then.
 */
export async function forgetOldEvents({ db, clock }: Pick<Core, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock().getTime() - KEPT_DAYS * 86_400_000)
  await db.deliveryHour.deleteMany({ where: { hour: { lt: before } } })
  for (;;) {
    const count = await db.$executeRaw`
      WITH lot AS (
        SELECT "organizationId", id FROM events
        WHERE "occurredAt" < ${before} AND NOT EXISTS (
          SELECT 1 FROM deliveries
          WHERE deliveries."organizationId" = events."organizationId"
            AND deliveries."eventId" = events.id
            AND ("finishedAt" >= ${before} OR status = 'pending' AND EXISTS (
              SELECT 1 FROM integrations
              WHERE integrations."organizationId" = deliveries."organizationId"
                AND integrations.lane = deliveries."integrationId" AND enabled)))
        LIMIT ${LOT} FOR UPDATE SKIP LOCKED)
      DELETE FROM events WHERE ("organizationId", id) IN (SELECT * FROM lot)`
    if (count < LOT) return
  }
}
