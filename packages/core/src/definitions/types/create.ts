import type { Input, Output } from '@sluice/contract'
import { recordChange } from '../../audit/index.ts'
import type { Context } from '../../context.ts'
import type { Prisma } from '../../database/generated/client.ts'
import { newId } from '../../resources/ids.ts'
import { requireScope, thingTypePath } from '../../scopes/index.ts'
import { lockDefinitions } from '../locks.ts'
import { locksOfThingType } from './losses.ts'
import { bindMetrics, checkDefinitions } from './metrics.ts'
import { presentThingType, withMetrics } from './present.ts'

export async function createThingType(
  ctx: Context,
  { body }: Input<'thingTypes.create'>,
): Promise<Output<'thingTypes.create'>> {
  const { id = newId(), metrics, attributesSchema, ...rest } = body
  const organizationId = ctx.actor.organization.id
  requireScope(ctx, 'write', [thingTypePath(id)])
  await lockDefinitions(ctx, locksOfThingType(undefined, { id, metrics, attributesSchema }))
  await checkDefinitions(ctx, metrics)
  await ctx.db.thingType.create({
    data: {
      ...rest,
      id,
      organizationId,
      ...(attributesSchema && { attributesSchema: attributesSchema as Prisma.InputJsonObject }),
      ...{ createdAt: ctx.now, updatedAt: ctx.now },
    },
  })
  await bindMetrics(ctx, id, metrics)
  const row = await ctx.db.thingType.findUniqueOrThrow({
    where: { organizationId_id: { organizationId, id } },
    include: withMetrics,
  })
  const after = presentThingType(row)
  await recordChange(ctx, { operation: 'thingTypes.create', resource: thingTypePath(id), after })
  return after
}
