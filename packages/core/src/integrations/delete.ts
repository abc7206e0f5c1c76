import type { Input, Output } from '@sluice/contract'
import { recordChange } from '../audit/index.ts'
import type { Context } from '../context.ts'
import { requireMatch } from '../resources/preconditions.ts'
import { integrationPath } from '../scopes/index.ts'
import { findIntegration } from './get.ts'
import { presentIntegration } from './present.ts'

/** Deletes the integration, what was still to be delivered, and its delivery log. */
export async function deleteIntegration(
  ctx: Context,
  { params }: Input<'integrations.delete'>,
): Promise<Output<'integrations.delete'>> {
  const row = await findIntegration(ctx, params.integrationId)
  const before = presentIntegration(row, ctx.now)
  requireMatch(ctx, before.etag)
  const { organizationId, id, version } = row
  await ctx.db.integration.delete({ where: { organizationId_id: { organizationId, id }, version } })
  const resource = integrationPath(id)
  await recordChange(ctx, { operation: 'integrations.delete', resource, before })
  return null
}
