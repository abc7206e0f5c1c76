import type { Input, Output } from '@sluice/contract'
import { recordChange } from '../../audit/index.ts'
import type { Context } from '../../context.ts'
import { requireMatch } from '../../resources/preconditions.ts'
import { metricDefinitionPath } from '../../scopes/index.ts'
import { findMetricDefinition } from './get.ts'
import { presentMetricDefinition } from './present.ts'
import { refuseUsedByTypes } from './used-by.ts'

/** Throws `conflict` while a thing type uses the definition. */
export async function deleteMetricDefinition(
  ctx: Context,
  { params }: Input<'metricDefinitions.delete'>,
): Promise<Output<'metricDefinitions.delete'>> {
  const row = await findMetricDefinition(ctx, params.metricDefinitionId)
  const before = presentMetricDefinition(row)
  requireMatch(ctx, before.etag)
  const { organizationId, id, version } = row
  await refuseUsedByTypes(ctx, id, 'Take it out of them first.')
  await ctx.db.metricDefinition.delete({
    where: { organizationId_id: { organizationId, id }, version },
  })
  const resource = metricDefinitionPath(id)
  await recordChange(ctx, { operation: 'metricDefinitions.delete', resource, before })
  return null
}
