import { type Input, type Output, testEventType } from '@sluice/contract'
import { lockChain, recordChange } from '../audit/index.ts'
import type { Context } from '../context.ts'
import { publish, reachOf, wakeDeliveries } from '../events/index.ts'
import { integrationPath } from '../scopes/index.ts'
import { bringForwardBefore, bringToFront } from './delivery/bring-forward.ts'
import { findIntegration } from './get.ts'
import { eventFor, presentDelivery } from './present-delivery.ts'
import { requireDelivering } from './withheld-reason.ts'

/** Sends the integration an event without any effect. Throws `conflict` while it is disabled or withheld. */
export async function sendTestEvent(
  ctx: Context,
  { params }: Input<'integrations.test'>,
): Promise<Output<'integrations.test'>> {
  const integration = await findIntegration(ctx, params.integrationId)
  requireDelivering(integration, ctx.now)
  const { organizationId, id, lane, name } = integration
  const resource = integrationPath(id)
  // Before the job of the deliveries, as every change that publishes an event.
  await lockChain(ctx.db, organizationId)
  await publish(ctx.db, [
    {
      ...{ organizationId, resource, paths: [], occurredAt: ctx.now, only: lane },
      type: testEventType,
      data: { resource, message: `A test event of the integration ${name}.` },
    },
  ])
  const reader = reachOf(ctx.actor)
  const row = await ctx.db.delivery.findFirstOrThrow({
    where: { organizationId, integrationId: lane, event: { type: testEventType } },
    orderBy: { position: 'desc' },
    include: eventFor(reader),
  })
  // Due before all others, however many wait, since somebody is waiting; and so are test events that it waits for.
  const dueAt = await bringToFront(ctx.db, row, ctx.now)
  await bringForwardBefore(ctx.db, organizationId, [row.id], dueAt)
  await wakeDeliveries(ctx.db, organizationId, [lane])
  const after = { deliveryId: row.id }
  await recordChange(ctx, { operation: 'integrations.test', resource, after })
  return presentDelivery(integration, { ...row, dueAt }, reader)
}
