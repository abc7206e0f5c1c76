import type { Input, Output, ThingType } from '@sluice/contract'
import { notFound } from '@sluice/runtime'
import type { Context } from '../../context.ts'
import { presentThingType, withMetrics } from './present.ts'

export async function getThingType(
  ctx: Context,
  { params }: Input<'thingTypes.get'>,
): Promise<Output<'thingTypes.get'>> {
  return presentThingType(await findThingType(ctx, params.thingTypeId))
}

/** A thing type of the actor's organization; throws `not-found`. */
export async function findThingType(ctx: Context, id: string) {
  const row = await ctx.db.thingType.findUnique({
    where: { organizationId_id: { organizationId: ctx.actor.organization.id, id } },
    include: withMetrics,
  })
  if (!row) throw notFound('thing type', id)
  return row
}

/** The thing types with these ids that exist. */
export async function findThingTypes(ctx: Context, ids: readonly string[]): Promise<ThingType[]> {
  const rows = await ctx.db.thingType.findMany({
    where: { organizationId: ctx.actor.organization.id, id: { in: [...ids] } },
    include: withMetrics,
  })
  return rows.map(presentThingType)
}
