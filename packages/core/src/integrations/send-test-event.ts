import { type Input, type Output, testEventType } from '@sluice/contract'
import { Problem } from '@sluice/runtime'
import { recordChange } from '../audit/index.ts'
import type { Context } from '../context.ts'
import { publish } from '../events/index.ts'
import { integrationPath } from '../scopes/index.ts'
import { findIntegration } from './get.ts'
import { presentDelivery, withEvent } from './present-delivery.ts'
import { reachOf } from './reach.ts'

/** Sends the integration an event that asks nothing of it. Throws `conflict` while it is disabled. */
export async function sendTestEvent(
  ctx: Context,
  { params }: Input<'integrations.test'>,
): Promise<Output<'integrations.test'>> {
  const { organizationId, id, enabled, name } = await findIntegration(ctx, params.integrationId)
  requireEnabled(enabled)
  const resource = integrationPath(id)
  await publish(ctx.db, [
    {
      ...{ organizationId, resource, paths: [], occurredAt: ctx.now, only: id },
      type: testEventType,
      data: { resource, message: `A test event of the integration ${name}.` },
    },
  ])
  const row = await ctx.db.delivery.findFirstOrThrow({
    where: { organizationId, integrationId: id, event: { type: testEventType } },
    orderBy: { position: 'desc' },
    include: withEvent,
  })
  const after = { deliveryId: row.id }
  await recordChange(ctx, { operation: 'integrations.test', resource, after })
  return presentDelivery(row, reachOf(ctx.actor))
}

/** Throws `conflict`: a disabled integration is sent nothing. */
export function requireEnabled(enabled: boolean): void {
  if (enabled) return
  throw new Problem('conflict', { detail: 'The integration is disabled. Enable it first.' })
}
