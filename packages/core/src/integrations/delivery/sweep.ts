import type { Core } from '../../context.ts'
import { wakeDeliveries } from '../../events/index.ts'

/** Days for which finished deliveries are kept. */
const KEPT_DAYS = 30

/** Deliveries that are due for so long have lost their job, with a process that was killed say. */
const STRAY_MS = 120_000

/** Rows that one statement deletes, so that none holds its locks for long. */
const LOT = 5_000

/** What has to be done once a minute. Any number of processes may do so at once. */
export async function sweep({ db, clock }: Pick<Core, 'db' | 'clock'>): Promise<void> {
  const now = clock()
  await wakeStray(db, new Date(now.getTime() - STRAY_MS))
  await forgetOld(db, new Date(now.getTime() - KEPT_DAYS * 86_400_000))
}

async function wakeStray(db: Core['db'], before: Date): Promise<void> {
  const stray = await db.delivery.groupBy({
    by: ['organizationId', 'integrationId'],
    where: { status: 'pending', dueAt: { lt: before }, integration: { enabled: true } },
  })
  for (const { organizationId, integrationId } of stray) {
    await wakeDeliveries(db, organizationId, [integrationId])
  }
}

/** Events go with the last of their deliveries. */
async function forgetOld(db: Core['db'], before: Date): Promise<void> {
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
