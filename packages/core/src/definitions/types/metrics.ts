import type { Fault, ThingType } from '@sluice/contract'
import { invalidRequest } from '@sluice/runtime'
import type { Context } from '../../context.ts'

type Metrics = ThingType['metrics']

/** Binds metrics to a type that has none, in their order. */
export async function bindMetrics(
  ctx: Context,
  thingTypeId: string,
  metrics: Metrics,
): Promise<void> {
  const organizationId = ctx.actor.organization.id
  await ctx.db.metricKey.createMany({
    data: metrics.map(({ key }) => ({ organizationId, key })),
    skipDuplicates: true,
  })
  await ctx.db.thingTypeMetric.createMany({
    data: metrics.map((metric, position) => ({ ...metric, organizationId, thingTypeId, position })),
  })
}

/** Throws `invalid-request` unless every metric names a definition of the same organization. */
export async function checkDefinitions(ctx: Context, metrics: Metrics): Promise<void> {
  const ids = metrics.map(({ metricDefinitionId }) => metricDefinitionId)
  const known = await ctx.db.metricDefinition.findMany({
    where: { organizationId: ctx.actor.organization.id, id: { in: ids } },
    select: { id: true },
  })
  const found = new Set(known.map(({ id }) => id))
  const faults: Fault[] = ids.flatMap((id, i) => {
    const pointer = `/body/metrics/${i}/metricDefinitionId`
    return found.has(id) ? [] : [{ pointer, detail: 'is not the id of a metric definition' }]
  })
  if (faults.length > 0) throw invalidRequest(faults)
}
