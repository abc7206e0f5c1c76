import { mapInSlices } from '@sluice/runtime'
import type { Context } from '../context.ts'
import type { Prisma } from '../database/generated/client.ts'
import { filterMatches, requireScope } from '../scopes/index.ts'

/** The facts about a site or fleet that decide which filters reach it, besides its path. */
export interface PlaceContents {
  readonly path: string
  /** Types of its things: those that filters name, and that of one of its things. */
  readonly thingTypeIds: ReadonlySet<string>
  /** Sites and fleets that filters name and that share a thing with it, as {@link namesOfPlaces}. */
  readonly places: ReadonlySet<string>
  /** Its things that filters name. */
  readonly thingIds: ReadonlySet<string>
}

/**
 * Whether a filter reaches a place: the place itself, or things in it, through the place, their type, their id, or
 * another place that shares things with it.
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
  // Through the place's own path it also reaches things added later.
  if (filterMatches(place, path)) return true
  return hasThings && places.has(`${kind}/${placeId}`)
}

/** Places, given as `Site/<id>` and `Fleet/<id>`, under all names that filters may use. */
export function namesOfPlaces(places: readonly string[]): Set<string> {
  return new Set(
    places.flatMap((place) => {
      const [kind, id] = place.split('/')
      return [place, `${kind}/#`, `#/${id}`, '#/#']
    }),
  )
}

/** Keys that are checked together: what their scopes name, up to a hundred each, is looked up at once. */
const KEYS_PER_READ = 200

interface Row {
  readonly id: string
  readonly filters: readonly string[]
}

/**
 * Ids of the keys with a scope that reaches a site or fleet. Throws `scope-missing` if the caller may not read the
 * place.
 */
export async function reachingKeys(ctx: Context, path: string): Promise<string[]> {
  requireScope(ctx, 'read', [path])
  const reaching: string[] = []
  for (let after = ''; ; ) {
    const keys = await ctx.db.$queryRaw<Row[]>`
      SELECT id, ARRAY(
        SELECT DISTINCT scope->>'resourceFilter' FROM jsonb_array_elements(scopes) AS scope
      ) AS filters FROM keys
      WHERE "organizationId" = ${ctx.actor.organization.id} AND id > ${after}
      ORDER BY id LIMIT ${KEYS_PER_READ}`
    const contents = await contentsOf(ctx, path, new Set(keys.flatMap(({ filters }) => filters)))
    await mapInSlices(keys, ({ id, filters }) => {
      if (filters.some((filter) => reaches(filter, contents))) reaching.push(id)
    })
    const last = keys.at(-1)
    if (!last || keys.length < KEYS_PER_READ) return reaching
    after = last.id
  }
}

async function contentsOf(
  { db, actor }: Context,
  path: string,
  filters: ReadonlySet<string>,
): Promise<PlaceContents> {
  const organizationId = actor.organization.id
  const [, kind, placeId = ''] = path.split('/')
  const inPlace: Prisma.ThingWhereInput =
    kind === 'Site'
      ? { siteId: placeId }
      : { fleets: { some: { organizationId, fleetId: placeId } } }
  const where = { AND: [{ organizationId }, inPlace] }
  const named = namedIn(filters)
  const inOneOf = (field: 'thingTypeId' | 'siteId' | 'id', ids: readonly string[]) => ({
    AND: [where, { [field]: { in: [...ids] } }],
  })
  const inFleet = { organizationId, thing: { is: where } }
  const [thing, placed, member, types, sites, fleets, things] = await Promise.all([
    // One of its things represents those that no filter names.
    db.thing.findFirst({ where, select: { thingTypeId: true } }),
    db.thing.findFirst({
      where: { AND: [where, { siteId: { not: null } }] },
      select: { siteId: true },
    }),
    db.fleetMember.findFirst({ where: inFleet, select: { fleetId: true } }),
    db.thing.groupBy({ by: ['thingTypeId'], where: inOneOf('thingTypeId', named.types) }),
    db.thing.groupBy({ by: ['siteId'], where: inOneOf('siteId', named.places) }),
    db.fleetMember.groupBy({
      by: ['fleetId'],
      where: { ...inFleet, fleetId: { in: named.places } },
    }),
    db.thing.findMany({ where: inOneOf('id', named.things), select: { id: true } }),
  ])
  const shared = [
    ...[...sites, placed].flatMap((one) => (one?.siteId ? [`Site/${one.siteId}`] : [])),
    ...[...fleets, member].flatMap((one) => (one ? [`Fleet/${one.fleetId}`] : [])),
  ]
  return {
    path,
    thingTypeIds: new Set([...types, ...(thing ? [thing] : [])].map((one) => one.thingTypeId)),
    places: namesOfPlaces(shared),
    thingIds: new Set(things.map(({ id }) => id)),
  }
}

/** What filters name: in paths like `PLACE/<kind>/<place>/THING/<type>/<thing>`, the last three. */
function namedIn(filters: ReadonlySet<string>) {
  const [types, places, things] = [new Set<string>(), new Set<string>(), new Set<string>()]
  for (const filter of filters) {
    const segments = filter.split('/')
    const [word, type = '#', id = '#'] = segments.slice(-3)
    if (segments.length < 3 || (word !== 'THING' && word !== '#')) continue
    if (type !== '#') types.add(type)
    if (id !== '#') things.add(id)
    const place = segments.length === 6 ? segments[2] : undefined
    if (place !== undefined && place !== '#') places.add(place)
  }
  return { types: [...types], places: [...places], things: [...things] }
}
