import { settleInSequence } from '@sluice/runtime'
import type { Core } from '../../context.ts'
import { type DeliverJob, wakeDeliveries } from '../../events/index.ts'
import { lanesWaiting } from './lanes.ts'

/** A delivery that is overdue for this long has lost its job, for example because a process was killed. */
const STRAY_MS = 120_000

/** Queues deliveries whose job was lost. Skips from integration to integration, however many deliveries each has. */
export async function wakeStrayDeliveries({
  db,
  clock,
}: Pick<Core, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock().getTime() - STRAY_MS)
  const stray = await db.$queryRaw<DeliverJob[]>`
    ${lanesWaiting}
    SELECT lane.* FROM lane
    JOIN integrations ON integrations."organizationId" = lane."organizationId"
      AND integrations.lane = lane."integrationId" AND integrations.enabled
    WHERE integrations."dueAtOnce" OR EXISTS (
      SELECT 1 FROM deliveries AS one
      WHERE one.status = 'pending' AND NOT one.behind AND one."dueAt" < ${before}
        AND one."organizationId" || '/' || one."integrationId" =
          lane."organizationId" || '/' || lane."integrationId")`
  await settleInSequence(
    stray.map(({ organizationId, integrationId }) => () => {
      return wakeDeliveries(db, organizationId, [integrationId])
    }),
  )
}
