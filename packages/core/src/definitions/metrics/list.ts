import type { Input, Output } from '@sluice/contract'
import type { Context } from '../../context.ts'
import type { Prisma } from '../../database/generated/client.ts'
import { labelCondition, pageInOrder, textCondition, withTotal } from '../../lists/index.ts'
import { filtersFor, idCondition, readableCondition } from '../../scopes/index.ts'
import { presentMetricDefinition } from './present.ts'

export function listMetricDefinitions(
  ctx: Context,
  { query }: Input<'metricDefinitions.list'>,
): Promise<Output<'metricDefinitions.list'>> {
  const where = {
    AND: [
      readableCondition(ctx.actor, 'DEFINITION/Metric'),
      usedCondition(ctx, query.thingTypeId),
      textCondition(query.text),
      labelCondition(query.label),
    ],
  }
  const page = pageInOrder(
    query,
    ({ after, ...page }) =>
      ctx.db.metricDefinition.findMany({ where: { AND: [where, after] }, ...page }),
    presentMetricDefinition,
    { kind: 'metric definitions' },
  )
  return withTotal(query, page, () => ctx.db.metricDefinition.count({ where }))
}

/** The metric definitions of a thing type are visible to those who may read the type. */
function usedCondition(
  { actor }: Context,
  thingTypeId: string | undefined,
): Prisma.MetricDefinitionWhereInput {
  if (thingTypeId === undefined) return {}
  const organizationId = actor.organization.id
  const thingType = idCondition(filtersFor(actor.scopes, 'read'), 'DEFINITION/ThingType')
  return { usedBy: { some: { organizationId, thingTypeId, thingType } } }
}
