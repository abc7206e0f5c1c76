import type { Core } from '../../context.ts'
import { wakeDeliveries } from '../../events/index.ts'
import { tellExpiredKeys, tellStaleThings } from '../../signals/index.ts'
import { forgetOld } from './forget-old.ts'

/** Deliveries that are due for so long have lost their job, with a process that was killed say. */
const STRAY_MS = 120_000

/** What has to be done once a minute. Any number of processes may do so at once. */
export async function sweep({ db, clock }: Pick<Core, 'db' | 'clock'>): Promise<void> {
  await tellExpiredKeys({ db, clock })
  await tellStaleThings({ db, clock })
  const now = clock()
  await wakeStray(db, new Date(now.getTime() - STRAY_MS))
  await forgetOld({ db, clock })
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
