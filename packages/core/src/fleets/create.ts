import type { Input, Output } from '@sluice/contract'
import { recordChange } from '../audit/index.ts'
import type { Context } from '../context.ts'
import { newId } from '../resources/ids.ts'
import { fleetPath, requireScope } from '../scopes/index.ts'
import { presentFleet, withCount } from './present.ts'

export async function createFleet(
  ctx: Context,
  { body }: Input<'fleets.create'>,
): Promise<Output<'fleets.create'>> {
  const { id = newId(), ...rest } = body
  const resource = fleetPath(id)
  requireScope(ctx, 'write', [resource])
  const row = await ctx.db.fleet.create({
    data: {
      ...rest,
      id,
      organizationId: ctx.actor.organization.id,
      createdAt: ctx.now,
      updatedAt: ctx.now,
    },
    include: withCount,
  })
  const after = presentFleet(row)
  await recordChange(ctx, { operation: 'fleets.create', resource, after })
  return after
}
