import type { Fault, Input, Output, Thing } from '@sluice/contract'
import { invalidRequest } from '@sluice/runtime'
import { recordChange } from '../audit/index.ts'
import type { Context } from '../context.ts'
import { requireMatch } from '../resources/preconditions.ts'
import { fleetPath, mayKnowOf, requireScope, thingPath, thingPaths } from '../scopes/index.ts'
import { findThings, placeOf, withFleets } from '../things/index.ts'
import { findFleet } from './get.ts'
import { presentFleet } from './present.ts'

/**
 * Adds things to the fleet and removes others, all or nothing. Throws `invalid-request` with every id that
 * names no readable thing, and `scope-missing` for a thing that the caller may read but not write.
 */
export async function changeMembers(
  ctx: Context,
  { params, body }: Input<'fleets.changeMembers'>,
): Promise<Output<'fleets.changeMembers'>> {
  const row = await findFleet(ctx, params.fleetId)
  const { organizationId, id: fleetId, version } = row
  requireMatch(ctx, String(version))
  const present = await membersAmong(ctx, fleetId, body)
  const added = body.add.filter((id) => !present.has(id))
  const removed = body.remove.filter((id) => present.has(id))
  if (added.length + removed.length > 0) {
    const moved = [...added, ...removed]
    const before = await findThings(ctx, moved)
    const inFleet = { organizationId, fleetId }
    await ctx.db.fleetMember.createMany({
      data: added.map((thingId) => ({ ...inFleet, thingId })),
    })
    await ctx.db.fleetMember.deleteMany({ where: { ...inFleet, thingId: { in: removed } } })
    // A thing's answer lists its fleets, so its etag changes with them.
    await ctx.db.thing.updateMany({
      where: { organizationId, id: { in: moved } },
      data: { version: { increment: 1 } },
    })
    await ctx.db.fleet.update({
      where: { organizationId_id: { organizationId, id: fleetId }, version },
      data: { version: { increment: 1 } },
    })
    const resource = fleetPath(fleetId)
    await recordChange(ctx, {
      operation: 'fleets.changeMembers',
      resource,
      before: { removed },
      after: { added },
    })
    await recordThings(ctx, before, await findThings(ctx, moved))
  }
  return presentFleet(await findFleet(ctx, fleetId))
}

/** Each thing changed as well: its own history and the integrations are notified, as of a patch of its fleets. */
async function recordThings(ctx: Context, before: Thing[], after: Thing[]): Promise<void> {
  const now = new Map(after.map((thing) => [thing.id, thing]))
  for (const thing of before) {
    const changed = now.get(thing.id)
    if (!changed) continue
    await recordChange(ctx, {
      operation: 'fleets.changeMembers',
      resource: thingPath(thing),
      before: thing,
      after: changed,
    })
  }
}

/** Authorizes every thing of the change; answers those that are in the fleet now. */
async function membersAmong(
  ctx: Context,
  fleetId: string,
  { add, remove }: Input<'fleets.changeMembers'>['body'],
): Promise<Set<string>> {
  const rows = await ctx.db.thing.findMany({
    where: { organizationId: ctx.actor.organization.id, id: { in: [...add, ...remove] } },
    select: { id: true, thingTypeId: true, siteId: true, fleets: withFleets.fleets },
  })
  const places = new Map(rows.map((row) => [row.id, placeOf(row)]))
  const faults = Object.entries({ add, remove }).flatMap(([list, ids]) =>
    ids.flatMap((id, i): Fault[] => {
      const place = places.get(id)
      if (place && mayKnowOf(ctx.actor.scopes, thingPaths(place))) return []
      return [{ pointer: `/body/${list}/${i}`, detail: 'is not a thing that this caller may read' }]
    }),
  )
  if (faults.length > 0) throw invalidRequest(faults)
  for (const place of places.values()) requireScope(ctx, 'write', thingPaths(place))
  const inside = [...places.values()].filter(({ fleetIds }) => fleetIds.includes(fleetId))
  return new Set(inside.map(({ id }) => id))
}
