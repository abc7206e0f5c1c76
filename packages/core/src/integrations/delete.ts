import type { Input, Output } from '@sluice/contract'
import { recordChange } from '../audit/index.ts'
import type { Context } from '../context.ts'
import { requireMatch } from '../resources/preconditions.ts'
import { integrationPath } from '../scopes/index.ts'
import { findIntegration } from './get.ts'
import { presentIntegration } from './present.ts'

/**
 * Deletes the integration, its pending deliveries and its delivery log. There may be a million of these, so the call
 * only marks the integration; a job deletes them (`delivery/delete-marked.ts`).
 */
export async function deleteIntegration(
  ctx: Context,
  { params }: Input<'integrations.delete'>,
): Promise<Output<'integrations.delete'>> {
  const row = await findIntegration(ctx, params.integrationId)
  const before = presentIntegration(row, ctx.now)
  requireMatch(ctx, before.etag)
  const { organizationId, id, lane, version } = row
  await ctx.db.integration.update({
    where: { organizationId_lane: { organizationId, lane }, version },
    data: {
      ...{ deletedAt: ctx.now, enabled: false, droppingSince: null, version: { increment: 1 } },
      ...{ secret: new Uint8Array(), previousSecret: null },
    },
  })
  const resource = integrationPath(id)
  await recordChange(ctx, { operation: 'integrations.delete', resource, before })
  return null
}
