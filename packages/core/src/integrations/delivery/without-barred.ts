import type { Core } from '../../context.ts'
import { reachesAll } from '../../events/index.ts'
import { mayGo, OUT_OF_REACH } from '../may-go.ts'
import type { SetRow } from '../present.ts'
import type { Claimed } from './claim.ts'

/**
 * The claimed deliveries that may go to the integration's URL. The others end as failed, without a try: whoever set
 * the URL may not read them.
 */
export async function withoutBarred(
  { db, clock }: Pick<Core, 'db' | 'clock'>,
  integration: SetRow,
  due: readonly Claimed[],
): Promise<readonly Claimed[]> {
  if (reachesAll(integration.setter.reach)) return due
  const { organizationId } = integration
  const rows = await db.delivery.findMany({
    where: { organizationId, id: { in: due.map(({ id }) => id) } },
    select: { id: true, event: { select: { type: true, resource: true, paths: true } } },
  })
  const barred = new Set(rows.filter((row) => !mayGo(integration, row)).map(({ id }) => id))
  if (barred.size === 0) return due
  await db.delivery.updateMany({
    where: { organizationId, id: { in: [...barred] } },
    data: { status: 'failed', finishedAt: clock(), lastError: OUT_OF_REACH, leasedUntil: null },
  })
  return due.filter(({ id }) => !barred.has(id))
}
