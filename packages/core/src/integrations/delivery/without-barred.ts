import type { Core } from '../../context.ts'
import type { Integration } from '../../database/generated/client.ts'
import { mayGo, OUT_OF_REACH } from '../reach.ts'
import type { Claimed } from './claim.ts'

/**
 * The claimed deliveries that may go to the integration's URL. The others end as failed, without a try: they
 * were made for an earlier URL, and whoever set this one may not read them.
 */
export async function withoutBarred(
  { db, clock }: Pick<Core, 'db' | 'clock'>,
  integration: Integration,
  due: readonly Claimed[],
): Promise<readonly Claimed[]> {
  const { organizationId, urlVersion } = integration
  if (urlVersion === 1) return due
  const rows = await db.delivery.findMany({
    where: { organizationId, id: { in: due.map(({ id }) => id) }, urlVersion: { lt: urlVersion } },
    select: {
      id: true,
      urlVersion: true,
      event: { select: { type: true, resource: true, paths: true } },
    },
  })
  const barred = new Set(rows.filter((row) => !mayGo(integration, row)).map(({ id }) => id))
  if (barred.size === 0) return due
  await db.delivery.updateMany({
    where: { organizationId, id: { in: [...barred] } },
    data: { status: 'failed', finishedAt: clock(), lastError: OUT_OF_REACH, leasedUntil: null },
  })
  return due.filter(({ id }) => !barred.has(id))
}
