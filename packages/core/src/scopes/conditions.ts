import type { Scope } from '@sluice/contract'
import type { Prisma } from '../database/generated/client.ts'
import { filtersFor } from './match.ts'

/**
 * Scopes as SQL conditions: the database decides what a list contains; a fetched page is never filtered. Each function
 * turns the filters held for `read` into a `where` that matches exactly the rows that some filter covers.
 */

interface Reader {
  readonly organization: { readonly id: string }
  readonly scopes: readonly Scope[]
}

/** Records with a single path, `<prefix>/<id>`, of the actor's own organization, that its scopes let it read. */
export function readableCondition({ organization, scopes }: Reader, prefix: string) {
  return {
    AND: [{ organizationId: organization.id }, idCondition(filtersFor(scopes, 'read'), prefix)],
  }
}

/** For resources with a single path, `<prefix>/<id>`. */
export function idCondition(filters: readonly string[], prefix: string) {
  const ids: string[] = []
  for (const filter of filters) {
    if (filter === '#') return {}
    const id = afterPrefix(filter, prefix.split('/'))
    if (id === '#') return {}
    if (id !== undefined) ids.push(id)
  }
  return { id: { in: ids } }
}

/** The single segment after a prefix, in which a `#` of the filter matches any segment. */
function afterPrefix(filter: string, prefix: readonly string[]): string | undefined {
  const segments = filter.split('/')
  if (segments.length !== prefix.length + 1) return undefined
  const fits = prefix.every((word, i) => segments[i] === '#' || segments[i] === word)
  return fits ? segments.at(-1) : undefined
}

/** For things of an organization, which scopes can reach by type, by site and by fleet. */
export function thingCondition(
  filters: readonly string[],
  organizationId: string,
): Prisma.ThingWhereInput {
  if (filters.includes('#')) return {}
  const alternatives = filters.flatMap(directly)
  if (alternatives.some((condition) => Object.keys(condition).length === 0)) return {}
  const memberships = filters.flatMap(byFleet)
  // One condition for all fleets, so that Postgres can start from the members. It names the organization, which
  // Postgres does not infer inside an OR.
  if (memberships.length > 0) {
    alternatives.push({ fleets: { some: { organizationId, OR: memberships } } })
  }
  // Prisma 7 treats an empty OR as no condition, and drops an empty alternative.
  return alternatives.length === 0 ? { id: { in: [] } } : { OR: alternatives }
}

/** What a filter of the form `THING/<type>/<id>` or `PLACE/Site/<site>/THING/<type>/<id>` reaches. */
function directly(filter: string): Prisma.ThingWhereInput[] {
  const parts = thingFilterOf(filter)
  if (!parts) return []
  const { kind, placeId, thingTypeId, id } = parts
  const own = { ...named('thingTypeId', thingTypeId), ...named('id', id) }
  if (kind === undefined) return [own]
  if (!is(kind, 'Site')) return []
  return [{ ...own, siteId: placeId === '#' ? { not: null } : placeId }]
}

/** The memberships that a filter of the form `PLACE/Fleet/<fleet>/THING/<type>/<id>` reaches. */
function byFleet(filter: string): Prisma.FleetMemberWhereInput[] {
  const parts = thingFilterOf(filter)
  if (parts?.kind === undefined || !is(parts.kind, 'Fleet')) return []
  const { placeId, thingTypeId, id } = parts
  const type = named('thingTypeId', thingTypeId)
  // Always true, because an empty alternative would be dropped.
  const thingId = id === '#' ? { not: '' } : id
  return [
    { thingId, ...named('fleetId', placeId), ...(thingTypeId !== '#' && { thing: { is: type } }) },
  ]
}

/** The parts of a filter for things; kind and id of a place only if it names one. */
function thingFilterOf(filter: string) {
  const segments = filter.split('/')
  const [word = '', thingTypeId = '', id = ''] = segments.slice(-3)
  if (!is(word, 'THING')) return undefined
  if (segments.length === 3) return { thingTypeId, id, placeId: '#' }
  const [place = '', kind, placeId = ''] = segments
  return segments.length === 6 && is(place, 'PLACE')
    ? { thingTypeId, id, kind, placeId }
    : undefined
}

/** A condition on a column, unless the segment is `#`. */
function named<Column extends string>(column: Column, segment: string) {
  return (segment === '#' ? {} : { [column]: segment }) as { [Name in Column]?: string }
}

function is(segment: string, word: string): boolean {
  return segment === '#' || segment === word
}
