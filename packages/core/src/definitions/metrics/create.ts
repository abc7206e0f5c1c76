import type { Input, Output } from '@sluice/contract'
import { recordChange } from '../../audit/index.ts'
import type { Context } from '../../context.ts'
import { newId } from '../../resources/ids.ts'
import { metricDefinitionPath, requireScope } from '../../scopes/index.ts'
import { presentMetricDefinition } from './present.ts'

export async function createMetricDefinition(
  ctx: Context,
  { body }: Input<'metricDefinitions.create'>,
): Promise<Output<'metricDefinitions.create'>> {
  const { id = newId(), enum: enumValues, ...rest } = body
  const resource = metricDefinitionPath(id)
  requireScope(ctx, 'write', [resource])
  const row = await ctx.db.metricDefinition.create({
    data: {
      ...rest,
      id,
      enumValues,
      organizationId: ctx.actor.organization.id,
      ...{ createdAt: ctx.now, updatedAt: ctx.now },
    },
  })
  const after = presentMetricDefinition(row)
  await recordChange(ctx, { operation: 'metricDefinitions.create', resource, after })
  return after
}
