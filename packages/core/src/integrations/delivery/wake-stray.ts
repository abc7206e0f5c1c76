import type { Core } from '../../context.ts'
import { type DeliverJob, wakeDeliveries } from '../../events/index.ts'

/** A delivery that is overdue for so long has lost its job, for example with a process that was killed. */
const STRAY_MS = 120_000

/** Queues the deliveries whose job was lost. Goes from integration to integration, however much waits of each. */
export async function wakeStrayDeliveries({
  db,
  clock,
}: Pick<Core, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock().getTime() - STRAY_MS)
  const stray = await db.$queryRaw<DeliverJob[]>`
    WITH RECURSIVE lane AS (
      (SELECT "organizationId", "integrationId" FROM deliveries WHERE status = 'pending'
        ORDER BY "organizationId" || '/' || "integrationId" LIMIT 1)
      UNION ALL
      SELECT next.* FROM lane, LATERAL (
        SELECT "organizationId", "integrationId" FROM deliveries
        WHERE status = 'pending' AND "organizationId" || '/' || "integrationId" >
          lane."organizationId" || '/' || lane."integrationId"
        ORDER BY "organizationId" || '/' || "integrationId" LIMIT 1) AS next)
    SELECT lane.* FROM lane
    JOIN integrations ON integrations."organizationId" = lane."organizationId"
      AND integrations.id = lane."integrationId" AND integrations.enabled
    WHERE EXISTS (
      SELECT 1 FROM deliveries AS one
      WHERE one.status = 'pending' AND NOT one.behind AND one."dueAt" < ${before}
        AND one."organizationId" || '/' || one."integrationId" =
          lane."organizationId" || '/' || lane."integrationId")`
  for (const { organizationId, integrationId } of stray) {
    await wakeDeliveries(db, organizationId, [integrationId])
  }
}
