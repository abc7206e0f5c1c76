import type { Context } from '../context.ts'
import type { Prisma } from '../database/generated/client.ts'
import { filterMatches, requireScope } from '../scopes/index.ts'

/** What decides which filters reach a site or a fleet, beside its own path. */
export interface PlaceContents {
  readonly path: string
  readonly thingTypeIds: ReadonlySet<string>
  /** Sites and fleets that have a thing in common with it, as `Site/<id>` and `Fleet/<id>`. */
  readonly places: ReadonlySet<string>
  /** Of the things that filters name, those in it. */
  readonly thingIds: ReadonlySet<string>
}

/**
 * Whether a filter reaches a place: the place itself, or things in it, by the place, by their type, by their id or by
 * another place that has things in common with it.
 */
export function reaches(filter: string, { path, ...contents }: PlaceContents): boolean {
  if (filterMatches(filter, path)) return true
  const segments = filter.split('/')
  const [word, type = '', id = ''] = segments.slice(-3)
  if (word !== 'THING' && word !== '#') return false
  const { thingTypeIds, thingIds, places } = contents
  const fits = (segment: string, ids: ReadonlySet<string>) => segment === '#' || ids.has(segment)
  const hasThings = fits(type, thingTypeIds) && fits(id, thingIds) && thingTypeIds.size > 0
  if (segments.length === 3) return hasThings
  if (segments.length !== 6) return false
  const [, kind = '', placeId = ''] = segments
  const place = segments.slice(0, 3).join('/')
  // By its own path it reaches the things that will be there, too.
  if (filterMatches(place, path)) return true
  const isShared = [...places].some((one) => filterMatches(`${kind}/${placeId}`, one))
  return hasThings && isShared
}

interface Row {
  readonly filter: string
}

/**
 * Ids of the keys of which some scope reaches a site or a fleet. Throws `scope-missing` for who may not read the place.
 */
export async function reachingKeys(ctx: Context, path: string): Promise<string[]> {
  requireScope(ctx, 'read', [path])
  const { db, actor } = ctx
  const organizationId = actor.organization.id
  const rows = await db.$queryRaw<Row[]>`
    SELECT DISTINCT scope->>'resourceFilter' AS filter
    FROM keys, jsonb_array_elements(scopes) AS scope WHERE "organizationId" = ${organizationId}`
  const filters = rows.map(({ filter }) => filter)
  const contents = await contentsOf(ctx, path, filters)
  const reaching = filters.filter((filter) => reaches(filter, contents))
  const keys = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM keys WHERE "organizationId" = ${organizationId} AND EXISTS (
      SELECT 1 FROM jsonb_array_elements(scopes) AS scope
      WHERE scope->>'resourceFilter' = ANY(${reaching}))`
  return keys.map(({ id }) => id)
}

async function contentsOf(
  { db, actor }: Context,
  path: string,
  filters: readonly string[],
): Promise<PlaceContents> {
  const organizationId = actor.organization.id
  const [, kind, placeId = ''] = path.split('/')
  const inPlace: Prisma.ThingWhereInput =
    kind === 'Site'
      ? { siteId: placeId }
      : { fleets: { some: { organizationId, fleetId: placeId } } }
  const where = { AND: [{ organizationId }, inPlace] }
  const named = filters.flatMap((filter) => {
    const id = filter.split('/').at(-1) ?? '#'
    return filter.includes('/') && id !== '#' ? [id] : []
  })
  const [types, sites, fleets, things] = await Promise.all([
    db.thing.groupBy({ by: ['thingTypeId'], where }),
    db.thing.groupBy({ by: ['siteId'], where }),
    db.fleetMember.groupBy({ by: ['fleetId'], where: { organizationId, thing: { is: where } } }),
    db.thing.findMany({ where: { AND: [where, { id: { in: named } }] }, select: { id: true } }),
  ])
  return {
    path,
    thingTypeIds: new Set(types.map(({ thingTypeId }) => thingTypeId)),
    places: new Set([
      ...sites.flatMap(({ siteId }) => (siteId === null ? [] : [`Site/${siteId}`])),
      ...fleets.map(({ fleetId }) => `Fleet/${fleetId}`),
    ]),
    thingIds: new Set(things.map(({ id }) => id)),
  }
}
