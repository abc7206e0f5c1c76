import { type Input, type Output, redeliveryLimits } from '@sluice/contract'
import { lockChain, recordChange } from '../audit/index.ts'
import type { Context } from '../context.ts'
import type { Integration, Prisma } from '../database/generated/client.ts'
import { reachesAll, wakeDeliveries } from '../events/index.ts'
import { Takes, within } from '../lists/index.ts'
import { integrationPath } from '../scopes/index.ts'
import { bringForwardBefore } from './delivery/bring-forward.ts'
import { findIntegration } from './get.ts'
import { eventFor } from './present-delivery.ts'
import type { SetRow } from './set-row.ts'
import { sideToSend } from './side-to-send.ts'
import { requireDelivering } from './withheld-reason.ts'

/**
 * Makes deliveries due now, with a full set of attempts: those named, or those that failed in a range. The
 * integration's single job sends them, so they come at its pace. Throws `conflict` while the integration is disabled or
 * withheld.
 */
export async function redeliverMany(
  ctx: Context,
  { params, body }: Input<'integrations.redeliverMany'>,
): Promise<Output<'integrations.redeliverMany'>> {
  const integration = await findIntegration(ctx, params.integrationId)
  requireDelivering(integration, ctx.now)
  const { deliveryIds, validateOnly } = body
  const occurredAt = within(body, ctx.now, 'body')
  const where = wantedOf(integration, deliveryIds, occurredAt)
  const { ids, outOfReach } = await deliverable(ctx, integration, where)
  const missing = deliveryIds ? await missingOf(ctx, where, deliveryIds) : []
  const failed = deliveryIds ? 0 : await ctx.db.delivery.count({ where })
  const remaining = Math.max(0, failed - ids.length - outOfReach)
  if (!validateOnly && ids.length > 0) {
    const { organizationId, id, lane } = integration
    await lockChain(ctx.db, organizationId)
    await ctx.db.delivery.updateMany({
      where: { organizationId, integrationId: lane, id: { in: ids } },
      data: { status: 'pending', tries: 0, dueAt: ctx.now, finishedAt: null },
    })
    await bringForwardBefore(ctx.db, organizationId, ids, ctx.now)
    await wakeDeliveries(ctx.db, organizationId, [lane])
    const range = { from: occurredAt?.gte?.toISOString(), to: occurredAt?.lt?.toISOString() }
    const after = { deliveries: ids.length, ...(deliveryIds ? { deliveryIds: ids } : range) }
    const resource = integrationPath(id)
    await recordChange(ctx, { operation: 'integrations.redeliverMany', resource, after })
  }
  return { validateOnly, deliveries: ids.length, outOfReach, missing, remaining }
}

function wantedOf(
  { organizationId, lane: integrationId }: Integration,
  deliveryIds: readonly string[] | undefined,
  occurredAt: ReturnType<typeof within>,
): Prisma.DeliveryWhereInput {
  const own = { organizationId, integrationId }
  if (deliveryIds) return { ...own, id: { in: [...deliveryIds] } }
  return { ...own, status: 'failed', ...(occurredAt && { event: { occurredAt } }) }
}

/** Deliveries whose events are checked together at first: each may have what a thing has. */
const FIRST = 6
/** The most of them. */
const MOST = 100

/** The oldest deliveries that may be sent to the URL. If its setter may read everything, events need not be checked. */
async function deliverable(
  { db }: Context,
  integration: SetRow,
  where: Prisma.DeliveryWhereInput,
): Promise<{ ids: string[]; outOfReach: number }> {
  const { reach } = integration.setter
  const { made } = redeliveryLimits
  const orderBy = { position: 'asc' } as const
  if (reachesAll(reach)) {
    const rows = await db.delivery.findMany({ where, orderBy, take: made, select: { id: true } })
    return { ids: rows.map(({ id }) => id), outOfReach: 0 }
  }
  const ids: string[] = []
  const takes = new Takes('deliveries', FIRST)
  let [outOfReach, after] = [0, 0n]
  for (let isMore = true; isMore && ids.length < made; ) {
    const take = Math.min(MOST, takes.next)
    const rows = await db.delivery.findMany({
      where: { AND: [where, { position: { gt: after } }] },
      ...{ orderBy, take, include: eventFor(reach) },
    })
    takes.note(rows)
    const allowed = rows.filter((row) => sideToSend(integration, row) !== undefined)
    ids.push(...allowed.map(({ id }) => id))
    outOfReach += rows.length - allowed.length
    after = rows.at(-1)?.position ?? after
    isMore = rows.length === take
  }
  return { ids: ids.slice(0, made), outOfReach }
}

async function missingOf(
  { db }: Context,
  where: Prisma.DeliveryWhereInput,
  wanted: readonly string[],
): Promise<string[]> {
  const found = await db.delivery.findMany({ where, select: { id: true } })
  const there = new Set(found.map(({ id }) => id))
  return wanted.filter((id) => !there.has(id))
}
