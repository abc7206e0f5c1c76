import type { Fleet } from '@sluice/contract'
import { recordChange } from '../audit/index.ts'
import type { Context } from '../context.ts'
import { versionOf } from '../resources/etag.ts'
import { isSame } from '../resources/same.ts'
import { fleetPath } from '../scopes/index.ts'
import { presentFleet, withCount } from './present.ts'

/**
 * Replaces a fleet's fields, but not its members, unless it has changed since it was read; does nothing if they are
 * equal.
 */
export async function replaceFleet(ctx: Context, before: Fleet, wanted: Fleet): Promise<Fleet> {
  if (isSame(wanted, before)) return before
  const { name, description, labels } = wanted
  const { id } = before
  const organizationId = ctx.actor.organization.id
  const updated = await ctx.db.fleet.update({
    where: { organizationId_id: { organizationId, id }, version: versionOf(before) },
    data: { name, description, labels, version: { increment: 1 } },
    include: withCount,
  })
  const after = presentFleet(updated)
  await recordChange(ctx, { operation: 'fleets.update', resource: fleetPath(id), before, after })
  return after
}
