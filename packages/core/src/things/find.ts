import type { Thing } from '@sluice/contract'
import { andThen, mapInSlices, notFound } from '@sluice/runtime'
import type { Context } from '../context.ts'
import type { Database, Transaction } from '../database/client.ts'
import type { KnownThing } from '../known-things/index.ts'
import { findAmong } from '../lists/index.ts'
import { covers, requireReach, thingPaths } from '../scopes/index.ts'
import { type PresentedRow, placeOf, presentThing, withFleets } from './present.ts'

/**
 * A thing of the actor's organization, to be written. Authorized again by its current state: the call was authorized
 * from this node's cache, and the thing may have moved since. Throws `not-found` and `scope-missing`.
 */
export async function findThing(ctx: Context, id: string) {
  const row = await ctx.db.thing.findUnique({
    where: { organizationId_id: { organizationId: ctx.actor.organization.id, id } },
    include: withFleets,
  })
  if (!row) throw notFound('thing', id)
  requireReached(ctx, 'write', id, placeOf(row))
  return row
}

/** The same for reading, with its expected interval, in one statement where Prisma would need several. */
export async function readThing(ctx: Context, id: string): Promise<ExpectedRow> {
  const [row] = await ctx.db.$queryRaw<ReadRow[]>`
    SELECT t.id, t.name, t.description, t.labels, t."thingTypeId", t."siteId", t.status::text, t.location,
      t.attributes, t."lastSeenAt", t."createdAt", t."updatedAt", t.version,
      ARRAY(
        SELECT f."fleetId" FROM fleet_members f
        WHERE f."organizationId" = t."organizationId" AND f."thingId" = t.id ORDER BY 1
      ) AS "fleetIds",
      (
        SELECT min(d."expectedIntervalSeconds") FROM thing_type_metrics m
        JOIN metric_definitions d
          ON d."organizationId" = m."organizationId" AND d.id = m."metricDefinitionId"
        WHERE m."organizationId" = t."organizationId" AND m."thingTypeId" = t."thingTypeId"
      ) AS "expectedSeconds"
    FROM things t
    WHERE t."organizationId" = ${ctx.actor.organization.id} AND t.id = ${id}`
  if (row === undefined) throw notFound('thing', id)
  requireReached(ctx, 'read', id, row)
  const { fleetIds, ...columns } = row
  return { ...columns, fleets: fleetIds.map((fleetId) => ({ fleetId })) }
}

function requireReached(ctx: Context, action: 'read' | 'write', id: string, place: Place): void {
  const paths = thingPaths(place)
  if (covers(ctx.actor.scopes, action, paths)) return
  requireReach(ctx, action, paths, () => notFound('thing', id))
}

type Place = Parameters<typeof thingPaths>[0]

type ExpectedRow = PresentedRow & { readonly expectedSeconds: number | null }

type ReadRow = Omit<ExpectedRow, 'fleets'> & { readonly fleetIds: readonly string[] }

/** Every path of a thing; undefined if it does not exist. Synchronous if the thing is cached. */
export function locateThing(ctx: Context, id: string): Located | Promise<Located> {
  return andThen(ctx.knownThings.thing(ctx.actor.organization.id, id), pathsOf)
}

type Located = readonly string[] | undefined

function pathsOf(thing: KnownThing | null): Located {
  return thing?.paths
}

/** The things with these ids that exist; `partly` if the first of them are enough where all are too large. */
export async function findThings(
  ctx: Context,
  ids: readonly string[],
  options?: { readonly partly: boolean },
): Promise<Thing[]> {
  const rows = await thingsAmong(ctx.db, ctx.actor.organization.id, ids, options)
  return mapInSlices(rows, presentThing)
}

/** The rows of those of an organization's things that exist, few at a time where they are large. */
export function thingsAmong(
  db: Database | Transaction,
  organizationId: string,
  ids: readonly string[],
  options?: { readonly partly: boolean },
) {
  const find = (some: string[]) =>
    db.thing.findMany({
      where: { organizationId, id: { in: some } },
      orderBy: { id: 'asc' },
      include: withFleets,
    })
  return findAmong('things', new Set(ids), find, options)
}
