import { keyLimits, type Scope } from '@sluice/contract'
import { invalidRequest, mapInSlices } from '@sluice/runtime'
import type { Context } from '../context.ts'
import { Prisma } from '../database/generated/client.ts'
import { Takes } from '../lists/index.ts'
import { covers, filterMatches, requireScope } from '../scopes/index.ts'

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

/** Keys that are checked together at first, and the most: what their scopes name, up to a hundred each, is looked up at once. */
const [FIRST, MOST] = [40, 200]

/**
 * Ids of the keys, of those that a condition holds for, with a scope that reaches a site or fleet. Scopes on things count
 * for callers who may read all things in it: they would tell which those are. Throws `scope-missing` if the caller may not
 * read the place, and `invalid-request` if the condition holds for too many keys.
 */
export async function reachingKeys(
  ctx: Context,
  path: string,
  where: Prisma.KeyWhereInput,
): Promise<string[]> {
  requireScope(ctx, 'read', [path])
  await requireFew(ctx, where)
  const seesThings = covers(ctx.actor.scopes, 'read', ['THING/#/#', `${path}/THING/#/#`])
  const reaching: string[] = []
  const takes = new Takes('keys', FIRST)
  for (let after = ''; ; ) {
    const take = Math.min(MOST, takes.next)
    const found = await ctx.db.key.findMany({
      where: { AND: [where, { id: { gt: after } }] },
      ...{ orderBy: { id: 'asc' }, take, select: { id: true, scopes: true } },
    })
    takes.note(found)
    const keys = found.map(({ id, scopes }) => {
      const filters = (scopes as unknown as Scope[]).map((scope) => scope.resourceFilter)
      return { id, filters: [...new Set(filters)] }
    })
    const filters = seesThings ? new Set(keys.flatMap(({ filters }) => filters)) : undefined
    const contents = filters
      ? await contentsOf(ctx, path, filters)
      : { path, thingTypeIds: none, places: none, thingIds: none }
    await mapInSlices(keys, ({ id, filters }) => {
      if (filters.some((filter) => reaches(filter, contents))) reaching.push(id)
    })
    const last = found.at(-1)
    if (!last || found.length < take) return reaching
    after = last.id
  }
}

const none: ReadonlySet<string> = new Set()

async function requireFew({ db }: Context, where: Prisma.KeyWhereInput): Promise<void> {
  const most = keyLimits.reaching
  if ((await db.key.count({ where, take: most + 1 })) <= most) return
  const detail = `looks at ${most} keys at most, and the other filters leave more: add status, keyType, health or text`
  throw invalidRequest([{ pointer: '/query/reaches', detail }])
}

/** In SQL: ids are passed as lists, whereas Prisma would compile each as a parameter. */
async function contentsOf(
  { db, actor }: Context,
  path: string,
  filters: ReadonlySet<string>,
): Promise<PlaceContents> {
  const organizationId = actor.organization.id
  const [, kind, placeId = ''] = path.split('/')
  const inPlace =
    kind === 'Site'
      ? Prisma.sql`thing."siteId" = ${placeId}`
      : Prisma.sql`EXISTS (
          SELECT FROM fleet_members AS own WHERE own."organizationId" = thing."organizationId"
            AND own."thingId" = thing.id AND own."fleetId" = ${placeId})`
  const things = Prisma.sql`things AS thing WHERE thing."organizationId" = ${organizationId} AND ${inPlace}`
  const members = Prisma.sql`fleet_members AS member
    JOIN things AS thing ON thing."organizationId" = member."organizationId" AND thing.id = member."thingId"
    WHERE member."organizationId" = ${organizationId} AND ${inPlace}`
  const named = namedIn(filters)
  const ids = async (query: Prisma.Sql) =>
    (await db.$queryRaw<{ id: string }[]>(query)).map(({ id }) => id)
  // One of its things represents those that no filter names.
  const [types, sites, fleets, found] = await Promise.all([
    ids(Prisma.sql`
      (SELECT thing."thingTypeId" AS id FROM ${things} LIMIT 1) UNION
      SELECT thing."thingTypeId" FROM ${things} AND thing."thingTypeId" = ANY(${named.types})`),
    ids(Prisma.sql`
      (SELECT thing."siteId" AS id FROM ${things} AND thing."siteId" IS NOT NULL LIMIT 1) UNION
      SELECT thing."siteId" FROM ${things} AND thing."siteId" = ANY(${named.places})`),
    ids(Prisma.sql`
      (SELECT member."fleetId" AS id FROM ${members} LIMIT 1) UNION
      SELECT member."fleetId" FROM ${members} AND member."fleetId" = ANY(${named.places})`),
    ids(Prisma.sql`SELECT thing.id FROM ${things} AND thing.id = ANY(${named.things})`),
  ])
  return {
    path,
    thingTypeIds: new Set(types),
    places: namesOfPlaces([
      ...sites.map((id) => `Site/${id}`),
      ...fleets.map((id) => `Fleet/${id}`),
    ]),
    thingIds: new Set(found),
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
