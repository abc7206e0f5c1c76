import type { Core } from '../../context.ts'

/** Days for which finished deliveries are kept. */
const KEPT_DAYS = 30

/** Rows that one statement deletes, so that none holds its locks for long. */
const LOT = 5_000

/** Deletes the events whose deliveries were all finished long ago, these deliveries with them, and the counts of then. */
export async function forgetOldEvents({ db, clock }: Pick<Core, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock().getTime() - KEPT_DAYS * 86_400_000)
  await db.deliveryHour.deleteMany({ where: { hour: { lt: before } } })
  for (;;) {
    const count = await db.$executeRaw`
      DELETE FROM events WHERE ("organizationId", id) IN (
        SELECT "organizationId", id FROM events
        WHERE "occurredAt" < ${before} AND NOT EXISTS (
          SELECT 1 FROM deliveries
          WHERE deliveries."organizationId" = events."organizationId"
            AND deliveries."eventId" = events.id
            AND (status = 'pending' OR "finishedAt" >= ${before}))
        LIMIT ${LOT} FOR UPDATE SKIP LOCKED)`
    if (count < LOT) return
  }
}
