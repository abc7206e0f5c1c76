import type { Thing } from '@sluice/contract'
import type { Context } from '../context.ts'
import type { KnownThing } from '../known-things/index.ts'
import { notFound } from '../problem.ts'
import { presentThing, withFleets } from './present.ts'

/** The actor's organization's thing of this id; throws `not-found`. */
export async function findThing(ctx: Context, id: string) {
  const row = await ctx.db.thing.findUnique({
    where: { organizationId_id: { organizationId: ctx.actor.organization.id, id } },
    include: withFleets,
  })
  if (!row) throw notFound('thing', id)
  return row
}

/**
 * Every resource path of a thing, or undefined when it does not exist. Answers without a promise where the
 * thing is remembered.
 */
export function locateThing(ctx: Context, id: string): Located | Promise<Located> {
  const found = ctx.knownThings.thing(ctx.actor.organization.id, id)
  return found instanceof Promise ? found.then(pathsOf) : pathsOf(found)
}

type Located = readonly string[] | undefined

function pathsOf(thing: KnownThing | null): Located {
  return thing?.paths
}

/** The things with these ids, as far as they exist. */
export async function findThings(ctx: Context, ids: readonly string[]): Promise<Thing[]> {
  const rows = await ctx.db.thing.findMany({
    where: { organizationId: ctx.actor.organization.id, id: { in: [...ids] } },
    include: withFleets,
  })
  return rows.map(presentThing)
}
