import type { ThingType } from '@sluice/contract'
import { recordChange } from '../../audit/index.ts'
import type { Context } from '../../context.ts'
import { Prisma } from '../../database/generated/client.ts'
import { versionOf } from '../../resources/etag.ts'
import { isSame } from '../../resources/same.ts'
import { thingTypePath } from '../../scopes/index.ts'
import { findThingType } from './get.ts'
import { bindMetrics } from './metrics.ts'
import { presentThingType } from './present.ts'

/** Replaces a thing type's fields, unless it has changed since it was read; does nothing if they are equal. */
export async function replaceThingType(
  ctx: Context,
  before: ThingType,
  wanted: ThingType,
): Promise<ThingType> {
  if (isSame(wanted, before)) return before
  const { name, description, labels, unknownMetrics, attributesSchema } = wanted
  const { id } = before
  const organizationId = ctx.actor.organization.id
  await ctx.db.thingType.update({
    where: { organizationId_id: { organizationId, id }, version: versionOf(before) },
    data: {
      ...{ name, description, labels, unknownMetrics },
      attributesSchema: (attributesSchema as Prisma.InputJsonObject | null) ?? Prisma.DbNull,
      version: { increment: 1 },
    },
  })
  if (!isSame(before.metrics, wanted.metrics)) {
    await ctx.db.thingTypeMetric.deleteMany({ where: { organizationId, thingTypeId: id } })
    await bindMetrics(ctx, id, wanted.metrics)
  }
  const after = presentThingType(await findThingType(ctx, id))
  const resource = thingTypePath(id)
  await recordChange(ctx, { operation: 'thingTypes.update', resource, before, after })
  return after
}
