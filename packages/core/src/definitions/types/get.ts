import type { Input, Output, ThingType } from '@sluice/contract'
import { notFound } from '@sluice/runtime'
import type { Context } from '../../context.ts'
import { findAmong } from '../../lists/index.ts'
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
  const organizationId = ctx.actor.organization.id
  const rows = await findAmong('thing types', new Set(ids), (some) =>
    ctx.db.thingType.findMany({
      where: { organizationId, id: { in: some } },
      include: withMetrics,
    }),
  )
  return rows.map(presentThingType)
}
