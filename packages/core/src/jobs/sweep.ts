import type { Core } from '../../context.ts'
import { wakeDeliveries } from '../../events/index.ts'
import { inTurn } from '../../in-turn.ts'
import { tellExpiredKeys, tellStaleThings } from '../../signals/index.ts'
import { forgetOld } from './forget-old.ts'

/** A delivery that is overdue for so long has lost its job, for example with a process that was killed. */
const STRAY_MS = 120_000

/** What has to be done once a minute. Any number of processes may do so at once. */
export async function sweep({ db, clock }: Pick<Core, 'db' | 'clock'>): Promise<void> {
  await inTurn([
    () => tellExpiredKeys({ db, clock }),
    () => tellStaleThings({ db, clock }),
    () => wakeStray(db, new Date(clock().getTime() - STRAY_MS)),
    () => forgetOld({ db, clock }),
  ])
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
