import type { Core } from '../../context.ts'
import { wakeDeliveries } from '../../events/index.ts'

/** A delivery that is overdue for so long has lost its job, for example with a process that was killed. */
const STRAY_MS = 120_000

/** Queues the deliveries whose job was lost. */
export async function wakeStrayDeliveries({
  db,
  clock,
}: Pick<Core, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock().getTime() - STRAY_MS)
  const stray = await db.delivery.groupBy({
    by: ['organizationId', 'integrationId'],
    where: { status: 'pending', dueAt: { lt: before }, integration: { enabled: true } },
  })
  for (const { organizationId, integrationId } of stray) {
    await wakeDeliveries(db, organizationId, [integrationId])
  }
}
