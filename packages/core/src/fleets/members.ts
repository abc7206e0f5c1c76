import { type Fault, type Input, type Output, type Thing, thingLimits } from '@sluice/contract'
import { invalidRequest, mapInSlices } from '@sluice/runtime'
import { recordChange } from '../audit/index.ts'
import type { Context } from '../context.ts'
import { etagOf } from '../resources/etag.ts'
import { requireMatch } from '../resources/preconditions.ts'
import { fleetPath, mayKnowOf, requireScope, thingPaths } from '../scopes/index.ts'
import { findThings, writeThings } from '../things/index.ts'
import { findFleet } from './get.ts'
import { presentFleet } from './present.ts'

/**
 * Adds things to the fleet and removes others, all or nothing. Throws `invalid-request` with every id that names no
 * readable thing, `scope-missing` for a thing that the caller may read but not write, and `conflict` if another call
 * changes the fleet or one of the things at the same time.
 */
export async function changeMembers(
  ctx: Context,
  { params, body }: Input<'fleets.changeMembers'>,
): Promise<Output<'fleets.changeMembers'>> {
  const row = await findFleet(ctx, params.fleetId)
  const { organizationId, id: fleetId, version } = row
  requireMatch(ctx, etagOf(row))
  const found = await findThings(ctx, [...body.add, ...body.remove])
  const things = new Map(found.map((thing) => [thing.id, thing]))
  await authorize(ctx, things, body)
  const isMember = ({ fleetIds }: Thing) => fleetIds.includes(fleetId)
  const named = (ids: readonly string[]) => ids.flatMap((id) => things.get(id) ?? [])
  const added = named(body.add).filter((thing) => !isMember(thing))
  const removed = named(body.remove).filter(isMember)
  refuseTooManyFleets(added, body.add)
  if (added.length + removed.length > 0) {
    await ctx.db.fleet.update({
      where: { organizationId_id: { organizationId, id: fleetId }, version },
      data: { version: { increment: 1 } },
    })
    await recordChange(ctx, {
      operation: 'fleets.changeMembers',
      resource: fleetPath(fleetId),
      before: { removed: removed.map(({ id }) => id) },
      after: { added: added.map(({ id }) => id) },
    })
    // A thing lists its fleets, so each counts as patched.
    const joining = added.map((thing) => withFleets(thing, [...thing.fleetIds, fleetId].sort()))
    const leaving = removed.map((thing) => {
      const left = thing.fleetIds.filter((id) => id !== fleetId)
      return withFleets(thing, left)
    })
    await writeThings(ctx, [...joining, ...leaving], 'fleets.changeMembers')
  }
  return presentFleet(await findFleet(ctx, fleetId))
}

function withFleets(before: Thing, fleetIds: string[]) {
  return { before, wanted: { ...before, fleetIds } }
}

function refuseTooManyFleets(added: readonly Thing[], named: readonly string[]): void {
  const crowded = added.filter(({ fleetIds }) => fleetIds.length >= thingLimits.fleets)
  const faults = crowded.map(({ id }): Fault => {
    const detail = `is in ${thingLimits.fleets} fleets already, and may be in no more; remove it from one first`
    return { pointer: `/body/add/${named.indexOf(id)}`, detail }
  })
  if (faults.length > 0) throw invalidRequest(faults)
}

/** Checks every thing of the change. */
async function authorize(
  ctx: Context,
  things: ReadonlyMap<string, Thing>,
  { add, remove }: Input<'fleets.changeMembers'>['body'],
): Promise<void> {
  const named = Object.entries({ add, remove }).flatMap(([list, ids]) =>
    ids.map((id, i) => ({ thing: things.get(id), pointer: `/body/${list}/${i}` })),
  )
  const faults = await mapInSlices(named, ({ thing, pointer }): Fault[] => {
    if (thing && mayKnowOf(ctx.actor.scopes, thingPaths(thing))) return []
    return [{ pointer, detail: 'is not a thing that this caller may read' }]
  })
  if (faults.some(({ length }) => length > 0)) throw invalidRequest(faults.flat())
  await mapInSlices([...things.values()], (thing) => requireScope(ctx, 'write', thingPaths(thing)))
}
