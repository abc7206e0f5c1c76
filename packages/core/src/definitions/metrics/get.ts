import type { Input, MetricDefinition, Output } from '@sluice/contract'
import { notFound } from '@sluice/runtime'
import type { Context } from '../../context.ts'
import { findAmong } from '../../lists/index.ts'
import { presentMetricDefinition } from './present.ts'

export async function getMetricDefinition(
  ctx: Context,
  { params }: Input<'metricDefinitions.get'>,
): Promise<Output<'metricDefinitions.get'>> {
  return presentMetricDefinition(await findMetricDefinition(ctx, params.metricDefinitionId))
}

/** A metric definition of the actor's organization; throws `not-found`. */
export async function findMetricDefinition(ctx: Context, id: string) {
  const row = await ctx.db.metricDefinition.findUnique({
    where: { organizationId_id: { organizationId: ctx.actor.organization.id, id } },
  })
  if (!row) throw notFound('metric definition', id)
  return row
}

/** The metric definitions with these ids that exist. */
export async function findMetricDefinitions(
  ctx: Context,
  ids: readonly string[],
): Promise<MetricDefinition[]> {
  const organizationId = ctx.actor.organization.id
  const rows = await findAmong('metric definitions', new Set(ids), (some) =>
    ctx.db.metricDefinition.findMany({ where: { organizationId, id: { in: some } } }),
  )
  return rows.map(presentMetricDefinition)
}
