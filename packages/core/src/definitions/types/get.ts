import type { Input, Output } from '@sluice/contract'
import type { Context } from '../../context.ts'
import { notFound } from '../../problem.ts'
import { presentThingType, withMetrics } from './present.ts'

export async function getThingType(
  ctx: Context,
  { params }: Input<'thingTypes.get'>,
): Promise<Output<'thingTypes.get'>> {
  const id = params.thingTypeId
  const row = await ctx.db.thingType.findUnique({
    where: { organizationId_id: { organizationId: ctx.actor.organization.id, id } },
    include: withMetrics,
  })
  if (!row) throw notFound('thing type', id)
  return presentThingType(row)
}
