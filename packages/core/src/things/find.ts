import type { Context } from '../context.ts'
import { notFound } from '../problem.ts'
import { thingPaths } from '../scopes/index.ts'
import { placeOf, withFleets } from './present.ts'

/** The actor's organization's thing of this id; throws `not-found`. */
export async function findThing(ctx: Context, id: string) {
  const row = await ctx.db.thing.findUnique({
    where: { organizationId_id: { organizationId: ctx.actor.organization.id, id } },
    include: withFleets,
  })
  if (!row) throw notFound('thing', id)
  return row
}

/** Every resource path of a thing, or undefined when it does not exist. */
export async function locateThing(ctx: Context, id: string): Promise<string[] | undefined> {
  const row = await ctx.db.thing.findUnique({
    where: { organizationId_id: { organizationId: ctx.actor.organization.id, id } },
    select: { id: true, thingTypeId: true, siteId: true, fleets: withFleets.fleets },
  })
  return row ? thingPaths(placeOf(row)) : undefined
}
