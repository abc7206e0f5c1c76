import { type Input, type Output, redeliveryLimits } from '@sluice/contract'
import { recordChange } from '../audit/index.ts'
import type { Context } from '../context.ts'
import type { Integration, Prisma } from '../database/generated/client.ts'
import { wakeDeliveries } from '../events/index.ts'
import { integrationPath } from '../scopes/index.ts'
import { findIntegration } from './get.ts'
import { withEvent } from './present-delivery.ts'
import { mayGo } from './reach.ts'
import { requireEnabled } from './send-test-event.ts'

/**
 * Makes deliveries due now and gives them all their tries again: those that are named, or those that failed in a range.
 * The one job of the integration delivers them, so they come at its pace. Throws `conflict` while the integration is
 * disabled.
 */
export async function redeliverMany(
  ctx: Context,
  { params, body }: Input<'integrations.redeliverMany'>,
): Promise<Output<'integrations.redeliverMany'>> {
  const integration = await findIntegration(ctx, params.integrationId)
  requireEnabled(integration.enabled)
  const { deliveryIds, from, to, validateOnly } = body
  const where = wantedOf(integration, body)
  const { ids, outOfReach } = await deliverable(ctx, integration, where)
  const missing = deliveryIds ? await missingOf(ctx, where, deliveryIds) : []
  const failed = deliveryIds ? 0 : await ctx.db.delivery.count({ where })
  const remaining = Math.max(0, failed - ids.length - outOfReach)
  if (!validateOnly && ids.length > 0) {
    const { organizationId, id } = integration
    await ctx.db.delivery.updateMany({
      where: { organizationId, integrationId: id, id: { in: ids } },
      data: { status: 'pending', tries: 0, dueAt: ctx.now, finishedAt: null },
    })
    await wakeDeliveries(ctx.db, organizationId, [id])
    const after = { deliveries: ids.length, ...(deliveryIds ? { deliveryIds: ids } : { from, to }) }
    const resource = integrationPath(id)
    await recordChange(ctx, { operation: 'integrations.redeliverMany', resource, after })
  }
  return { validateOnly, deliveries: ids.length, outOfReach, missing, remaining }
}

function wantedOf(
  { organizationId, id: integrationId }: Integration,
  { deliveryIds, from, to }: Input<'integrations.redeliverMany'>['body'],
): Prisma.DeliveryWhereInput {
  const own = { organizationId, integrationId }
  if (deliveryIds) return { ...own, id: { in: deliveryIds } }
  const occurredAt = { ...(from && { gte: new Date(from) }), ...(to && { lt: new Date(to) }) }
  return { ...own, status: 'failed', event: { occurredAt } }
}

/** The oldest that may go to the URL as it is now. Only those of an earlier one need a look at their events. */
async function deliverable(
  { db }: Context,
  integration: Integration,
  where: Prisma.DeliveryWhereInput,
): Promise<{ ids: string[]; outOfReach: number }> {
  const { urlVersion } = integration
  const oldest = { orderBy: { position: 'asc' }, take: redeliveryLimits.made } as const
  const sure = await db.delivery.findMany({
    where: { ...where, urlVersion: { gte: urlVersion } },
    select: { id: true },
    ...oldest,
  })
  const doubtful = await db.delivery.findMany({
    where: { ...where, urlVersion: { lt: urlVersion } },
    select: { id: true, urlVersion: true, ...withEvent },
    ...oldest,
  })
  const allowed = doubtful.filter((one) => mayGo(integration, one))
  return {
    ids: [...allowed, ...sure].slice(0, redeliveryLimits.made).map(({ id }) => id),
    outOfReach: doubtful.length - allowed.length,
  }
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
