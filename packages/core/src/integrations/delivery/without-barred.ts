import type { Core } from '../../context.ts'
import type { Prisma } from '../../database/generated/client.ts'
import { dataOf, isOfTwo, reachesAll } from '../../events/index.ts'
import type { SetRow } from '../set-row.ts'
import { OUT_OF_REACH, sideToSend } from '../side-to-send.ts'
import type { Claimed } from './claim.ts'

/**
 * The claimed deliveries that may be sent to the integration's URL, with the permitted side of their events. The others
 * end as failed without an attempt, since whoever set the URL may not read them.
 */
export async function withoutBarred(
  { db, clock }: Pick<Core, 'db' | 'clock'>,
  integration: SetRow,
  due: readonly Claimed[],
): Promise<readonly Claimed[]> {
  if (reachesAll(integration.setter.reach) && !due.some(isOfTwo)) return due
  const { organizationId } = integration
  const rows = await db.delivery.findMany({
    where: { organizationId, id: { in: due.map(({ id }) => id) } },
    select: { id: true, side: true, event: { select: { resource: true, paths: true } } },
  })
  const byId = new Map(rows.map((row) => [row.id, row]))
  const barred: string[] = []
  const allowed = due.flatMap((delivery): Claimed[] => {
    const row = byId.get(delivery.id)
    if (!row) return []
    const side = sideToSend(integration, { ...row, event: { ...delivery, ...row.event } })
    if (side) return [{ ...delivery, data: dataOf(delivery, side) as Prisma.JsonObject }]
    barred.push(delivery.id)
    return []
  })
  if (barred.length > 0) {
    await db.delivery.updateMany({
      where: { organizationId, id: { in: barred } },
      data: { status: 'failed', finishedAt: clock(), lastError: OUT_OF_REACH, leasedUntil: null },
    })
  }
  return allowed
}
