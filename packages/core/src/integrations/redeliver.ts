import type { Input, Output } from '@sluice/contract'
import { Problem } from '@sluice/runtime'
import { lockChain, recordChange } from '../audit/index.ts'
import type { Context } from '../context.ts'
import { reachOf, wakeDeliveries } from '../events/index.ts'
import { integrationPath } from '../scopes/index.ts'
import { bringForwardBefore } from './delivery/bring-forward.ts'
import { findIntegration } from './get.ts'
import { findDelivery } from './get-delivery.ts'
import { eventFor, presentDelivery } from './present-delivery.ts'
import { OUT_OF_REACH, sideToSend } from './side-to-send.ts'
import { requireDelivering } from './withheld-reason.ts'

/**
 * Makes a delivery due now, whatever its status, with a full set of attempts, and with it the pending ones that it waits
 * for. Throws `conflict` while the integration is disabled or withheld, and if whoever set its URL may not read the event.
 */
export async function redeliver(
  ctx: Context,
  { params }: Input<'integrations.redeliver'>,
): Promise<Output<'integrations.redeliver'>> {
  const integration = await findIntegration(ctx, params.integrationId)
  requireDelivering(integration, ctx.now)
  const delivery = await findDelivery(ctx, integration, params.deliveryId)
  if (!sideToSend(integration, delivery)) throw new Problem('conflict', { detail: OUT_OF_REACH })
  const reader = reachOf(ctx.actor)
  const { organizationId, id, integrationId: lane } = delivery
  await lockChain(ctx.db, organizationId)
  const row = await ctx.db.delivery.update({
    where: { organizationId_id: { organizationId, id } },
    data: { status: 'pending', tries: 0, dueAt: ctx.now, finishedAt: null },
    include: eventFor(reader),
  })
  await bringForwardBefore(ctx.db, organizationId, [id], ctx.now)
  await wakeDeliveries(ctx.db, organizationId, [lane])
  const resource = integrationPath(integration.id)
  const after = { deliveryId: id }
  await recordChange(ctx, { operation: 'integrations.redeliver', resource, after })
  return presentDelivery(integration, row, reader)
}
