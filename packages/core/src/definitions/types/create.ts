import type { Fault, Input, Output } from '@sluice/contract'
import { recordChange } from '../../audit/index.ts'
import type { Context } from '../../context.ts'
import type { Prisma } from '../../database/generated/client.ts'
import { newId } from '../../ids.ts'
import { invalidRequest } from '../../problem.ts'
import { requireScope, thingTypePath } from '../../scopes/index.ts'
import { presentThingType, withMetrics } from './present.ts'

type Draft = Input<'thingTypes.create'>['body']

export async function createThingType(
  ctx: Context,
  { body }: Input<'thingTypes.create'>,
): Promise<Output<'thingTypes.create'>> {
  const { id = newId(), metrics, attributesSchema, ...rest } = body
  const organizationId = ctx.actor.organization.id
  requireScope(ctx, 'write', [thingTypePath(id)])
  await checkDefinitions(ctx, metrics)
  await ctx.db.metricKey.createMany({
    data: metrics.map(({ key }) => ({ organizationId, key })),
    skipDuplicates: true,
  })
  await ctx.db.thingType.create({
    data: {
      ...rest,
      id,
      organizationId,
      ...(attributesSchema && { attributesSchema: attributesSchema as Prisma.InputJsonObject }),
      createdAt: ctx.now,
    },
  })
  await ctx.db.thingTypeMetric.createMany({
    data: metrics.map((metric, position) => ({
      ...metric,
      organizationId,
      thingTypeId: id,
      position,
    })),
  })
  const row = await ctx.db.thingType.findUniqueOrThrow({
    where: { organizationId_id: { organizationId, id } },
    include: withMetrics,
  })
  const after = presentThingType(row)
  await recordChange(ctx, { operation: 'thingTypes.create', resource: thingTypePath(id), after })
  return after
}

/** Every metric names a definition of the same organization. */
async function checkDefinitions(ctx: Context, metrics: Draft['metrics']): Promise<void> {
  const ids = metrics.map(({ metricDefinitionId }) => metricDefinitionId)
  const known = await ctx.db.metricDefinition.findMany({
    where: { organizationId: ctx.actor.organization.id, id: { in: ids } },
    select: { id: true },
  })
  const found = new Set(known.map(({ id }) => id))
  const faults: Fault[] = ids.flatMap((id, i) => {
    const pointer = `/body/metrics/${i}/metricDefinitionId`
    return found.has(id) ? [] : [{ pointer, detail: 'names no metric definition' }]
  })
  if (faults.length > 0) throw invalidRequest(faults)
}
