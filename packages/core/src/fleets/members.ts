import { type Fault, type Input, type Output, type Thing, thingLimits } from '@sluice/contract'
import { invalidRequest, mapInSlices } from '@sluice/runtime'
import { recordChange } from '../audit/index.ts'
import type { Context } from '../context.ts'
import { requireMatch } from '../resources/preconditions.ts'
import { fleetPath, mayKnowOf, requireScope, thingPath, thingPaths } from '../scopes/index.ts'
import { findThings } from '../things/index.ts'
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
  const found = await findThings(ctx, [...body.add, ...body.remove])
  const things = new Map(found.map((thing) => [thing.id, thing]))
  await authorize(ctx, things, body)
  const isMember = (id: string) => things.get(id)?.fleetIds.includes(fleetId)
  const added = body.add.filter((id) => !isMember(id))
  const removed = body.remove.filter((id) => isMember(id))
  if (added.length + removed.length > 0) {
    await move(ctx, fleetId, { added, removed })
    await refuseTooManyFleets(ctx, added, body.add)
    await ctx.db.fleet.update({
      where: { organizationId_id: { organizationId, id: fleetId }, version },
      data: { version: { increment: 1 } },
    })
    await recordChange(ctx, {
      operation: 'fleets.changeMembers',
      resource: fleetPath(fleetId),
      before: { removed },
      after: { added },
    })
    await recordThings(ctx, things, await findThings(ctx, [...added, ...removed]))
  }
  return presentFleet(await findFleet(ctx, fleetId))
}

interface Moved {
  readonly added: string[]
  readonly removed: string[]
}

async function move({ db, actor, now }: Context, fleetId: string, { added, removed }: Moved) {
  const organizationId = actor.organization.id
  // A thing's answer lists its fleets, so its etag changes with them. Locked in the order of ids, no two calls deadlock.
  await db.$executeRaw`
    UPDATE things SET version = version + 1, "updatedAt" = ${now}
    WHERE "organizationId" = ${organizationId} AND id IN (
      SELECT id FROM things
      WHERE "organizationId" = ${organizationId} AND id = ANY(${[...added, ...removed]})
      ORDER BY id FOR NO KEY UPDATE
    )`
  await db.$executeRaw`
    INSERT INTO fleet_members ("organizationId", "fleetId", "thingId")
    SELECT ${organizationId}, ${fleetId}, unnest(${added}::text[])`
  await db.$executeRaw`
    DELETE FROM fleet_members WHERE "organizationId" = ${organizationId}
      AND "fleetId" = ${fleetId} AND "thingId" = ANY(${removed})`
}

/** Counted once the things are locked: another call may put one of them into another fleet at the same time. */
async function refuseTooManyFleets(
  { db, actor }: Context,
  added: readonly string[],
  named: readonly string[],
): Promise<void> {
  const crowded = await db.$queryRaw<{ id: string }[]>`
    SELECT "thingId" AS id FROM fleet_members
    WHERE "organizationId" = ${actor.organization.id} AND "thingId" = ANY(${added})
    GROUP BY "thingId" HAVING count(*) > ${thingLimits.fleets}`
  const faults = crowded.map(({ id }): Fault => {
    const detail = `is in ${thingLimits.fleets} fleets already, and may be in no more; remove it from one first`
    return { pointer: `/body/add/${named.indexOf(id)}`, detail }
  })
  if (faults.length > 0) throw invalidRequest(faults)
}

/** Every thing of the change. */
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

/** Each thing changed as well: its own history and the integrations are notified, as of a patch of its fleets. */
async function recordThings(
  ctx: Context,
  before: ReadonlyMap<string, Thing>,
  now: readonly Thing[],
): Promise<void> {
  const recorded = await mapInSlices(now, (after) => {
    const [operation, was] = ['fleets.changeMembers' as const, before.get(after.id)]
    return was && recordChange(ctx, { operation, resource: thingPath(was), before: was, after })
  })
  await Promise.all(recorded)
}
