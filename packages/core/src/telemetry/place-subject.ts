import { queryLimits } from '@sluice/contract'
import { inSlices, invalidRequest, notFound } from '@sluice/runtime'
import { type Member, type Metric, mergeMetrics, type Subject } from '@sluice/telemetry'
import type { Context } from '../context.ts'
import type { Prisma } from '../database/generated/client.ts'
import type { KnownPlace } from '../known-things/index.ts'
import { byId } from '../resources/ids.ts'
import { filtersFor } from '../scopes/index.ts'
import { filterConditions, readableThings } from '../things/index.ts'

/** A site or a fleet. */
export type Place = { readonly siteId: string } | { readonly fleetId: string }

/**
 * The things of a place that the actor may read, with their metrics. Throws `not-found`, and `invalid-request` for more
 * things than a query may have.
 */
export async function placeSubject(ctx: Context, place: Place): Promise<Subject> {
  const filters = filtersFor(ctx.actor.scopes, 'read')
  const { timezone, things } = await ctx.knownThings.place(
    ctx.actor.organization.id,
    JSON.stringify([place, filters]),
    () => loadPlace(ctx, place),
  )
  const name = 'siteId' in place ? "this site's things" : "this fleet's things"
  return subjectOfThings(ctx, things, { timezone, name })
}

/** The things of a query with their metrics, by their types. */
export async function subjectOfThings(
  ctx: Context,
  things: KnownPlace['things'],
  { timezone, name }: Pick<Subject, 'timezone' | 'name'>,
): Promise<Subject> {
  const byType = await metricsByType(ctx, new Set(things.map(({ thingTypeId }) => thingTypeId)))
  const members = things.map(({ id, number, thingTypeId }): Member => {
    return { id, number, metrics: byType.get(thingTypeId) ?? [] }
  })
  return {
    organization: ctx.actor.organization.number,
    members,
    metrics: await inSlices(mergeMetrics(byType.values())),
    timezone,
    name,
  }
}

async function loadPlace(ctx: Context, place: Place): Promise<KnownPlace> {
  const [timezone, things] = await Promise.all([timezoneOf(ctx, place), thingsIn(ctx, place)])
  return { timezone, things: things.sort(byId) }
}

/** The site's zone; things of a fleet may be anywhere. */
async function timezoneOf(ctx: Context, place: Place): Promise<string> {
  const organizationId = ctx.actor.organization.id
  if ('siteId' in place) {
    const id = { organizationId, id: place.siteId }
    const site = await ctx.db.site.findUnique({ where: { organizationId_id: id } })
    if (!site) throw notFound('site', place.siteId)
    return site.timezone
  }
  const id = { organizationId, id: place.fleetId }
  const fleet = await ctx.db.fleet.findUnique({ where: { organizationId_id: id } })
  if (!fleet) throw notFound('fleet', place.fleetId)
  return 'UTC'
}

/** Whether the actor may read any thing in a place. */
export async function readsAnyIn(ctx: Context, place: Place): Promise<boolean> {
  const found = await ctx.db.thing.findFirst({ where: readable(ctx, place), select: { id: true } })
  return found !== null
}

/** The things that the actor may read in a place. */
function readable({ actor }: Context, place: Place): Prisma.ThingWhereInput {
  return { AND: [readableThings(actor), ...filterConditions(place)] }
}

async function thingsIn(ctx: Context, place: Place) {
  const things = await findMembers(ctx, readable(ctx, place))
  if (things) return things
  const detail = `has more than ${queryLimits.things} things, the limit of one query; put the ones you need into a fleet`
  throw invalidRequest([
    { pointer: 'siteId' in place ? '/params/siteId' : '/params/fleetId', detail },
  ])
}

/** Things read by one statement: decoding them takes a few milliseconds. */
const THINGS_PER_READ = 2000

/** The things of a query, unordered; undefined for more than a query may have. */
export async function findMembers(
  { db }: Context,
  where: Prisma.ThingWhereInput,
): Promise<KnownPlace['things'][number][] | undefined> {
  const things: KnownPlace['things'][number][] = []
  for (let last = ''; ; last = things.at(-1)?.id ?? '') {
    const found = await db.thing.findMany({
      where: { AND: [where, { id: { gt: last } }] },
      select: { id: true, number: true, thingTypeId: true },
      orderBy: { id: 'asc' },
      take: THINGS_PER_READ,
    })
    things.push(...found)
    if (things.length > queryLimits.things) return undefined
    if (found.length < THINGS_PER_READ) return things
  }
}

async function metricsByType(
  { knownThings, actor }: Context,
  thingTypeIds: ReadonlySet<string>,
): Promise<Map<string, readonly Metric[]>> {
  const found = [...thingTypeIds].map(async (id) => {
    const type = await knownThings.type(actor.organization.id, id)
    return [id, type?.metrics ?? []] as const
  })
  return new Map(await Promise.all(found))
}
