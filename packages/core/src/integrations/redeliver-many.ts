import type { Input, Output } from '@sluice/contract'
import { lockChain, recordChange } from '../audit/index.ts'
import type { Context } from '../context.ts'
import type { Integration, Prisma } from '../database/generated/client.ts'
import { wakeDeliveries } from '../events/index.ts'
import { within } from '../lists/index.ts'
import { integrationPath } from '../scopes/index.ts'
import { bringForwardBefore } from './delivery/bring-forward.ts'
import { findIntegration } from './get.ts'
import { redeliverable } from './redeliverable.ts'
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
  const { ids, outOfReach } = await redeliverable(ctx, integration, where)
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

async function missingOf(
  { db }: Context,
  where: Prisma.DeliveryWhereInput,
  wanted: readonly string[],
): Promise<string[]> {
  const found = await db.delivery.findMany({ where, select: { id: true } })
  const there = new Set(found.map(({ id }) => id))
  return wanted.filter((id) => !there.has(id))
}
