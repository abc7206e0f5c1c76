import type { Input, Output } from '@sluice/contract'
import { recordChange } from '../audit/index.ts'
import type { Context } from '../context.ts'
import type { Prisma } from '../database/generated/client.ts'
import { newId } from '../resources/ids.ts'
import { requireScope, thingPath, thingPaths } from '../scopes/index.ts'
import { seenThing } from './freshness/seen.ts'
import { presentThing, withFleets } from './present.ts'
import { checkReferences, requirePlacement } from './references.ts'

export async function createThing(
  ctx: Context,
  { body }: Input<'things.create'>,
): Promise<Output<'things.create'>> {
  const { id = newId(), location, fleetIds, ...rest } = body
  const paths = thingPaths({ ...rest, id, fleetIds })
  requireScope(ctx, 'write', paths)
  requirePlacement(ctx, body)
  await checkReferences(ctx, body)
  const row = await ctx.db.thing.create({
    data: {
      ...rest,
      id,
      organizationId: ctx.actor.organization.id,
      ...(location && { location }),
      attributes: rest.attributes as Prisma.InputJsonObject,
      ...{ createdAt: ctx.now, updatedAt: ctx.now },
      fleets: { create: fleetIds.map((fleetId) => ({ fleetId })) },
    },
    include: withFleets,
  })
  const after = presentThing(row)
  await recordChange(ctx, { operation: 'things.create', resource: thingPath(after), after })
  return seenThing(ctx, row)
}
