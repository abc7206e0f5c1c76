import type { Input, Output } from '@sluice/contract'
import { recordChange } from '../audit/index.ts'
import type { Context } from '../context.ts'
import { refuseUsedByThings } from '../resources/in-use.ts'
import { requireMatch } from '../resources/preconditions.ts'
import { fleetPath } from '../scopes/index.ts'
import { findFleet } from './get.ts'
import { presentFleet } from './present.ts'

/** Deletes an empty fleet; throws `conflict` while things are in it. */
export async function deleteFleet(
  ctx: Context,
  { params }: Input<'fleets.delete'>,
): Promise<Output<'fleets.delete'>> {
  const row = await findFleet(ctx, params.fleetId)
  const before = presentFleet(row)
  requireMatch(ctx, before.etag)
  const { organizationId, id, version } = row
  await refuseUsedByThings(ctx, { fleets: { some: { fleetId: id } } }, 'Take them out of it first.')
  await ctx.db.fleet.delete({ where: { organizationId_id: { organizationId, id }, version } })
  await recordChange(ctx, { operation: 'fleets.delete', resource: fleetPath(id), before })
  return null
}
