import type { Fault, ThingType } from '@sluice/contract'
import { invalidRequest, stepsBelow } from '@sluice/runtime'
import { requireRoomForNumbers } from '../../audit/index.ts'
import type { Context } from '../../context.ts'

type Metrics = ThingType['metrics']

/** Binds metrics, in order, to a type that has none. The locks of `locksOfThingType` must be held. */
export async function bindMetrics(
  ctx: Context,
  thingTypeId: string,
  metrics: Metrics,
): Promise<void> {
  const organizationId = ctx.actor.organization.id
  await requireRoomForNumbers(ctx, [JSON.stringify(metrics)])
  // Existing keys must not use up numbers: all organizations share them, and there are only 2^31. Always in the same
  // order, so that two calls with the same new keys cannot deadlock.
  await ctx.db.$executeRaw`
    INSERT INTO metric_keys ("organizationId", key)
    SELECT DISTINCT ${organizationId}, given.key FROM unnest(${metrics.map(({ key }) => key)}::text[]) AS given (key)
    WHERE NOT EXISTS (
      SELECT 1 FROM metric_keys AS known WHERE known."organizationId" = ${organizationId} AND known.key = given.key)
    ORDER BY given.key
    ON CONFLICT DO NOTHING`
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
  const faults = metricFaults(metrics, found, (path, detail) => {
    return { pointer: stepsBelow('/body', path), detail }
  })
  if (faults.length > 0) throw invalidRequest(faults)
}

/** A fault for each metric whose definition is unknown. */
export function metricFaults(
  metrics: Metrics,
  known: ReadonlySet<string>,
  fault: (path: readonly PropertyKey[], detail: string) => Fault,
): Fault[] {
  return metrics.flatMap(({ metricDefinitionId }, i) =>
    known.has(metricDefinitionId)
      ? []
      : [fault(['metrics', i, 'metricDefinitionId'], 'is not the id of a metric definition')],
  )
}
