import { pathForms, type Scope } from '@sluice/contract'
import { Prisma } from '../database/generated/client.ts'
import { literally } from '../lists/index.ts'
import { filtersFor, meetFilters } from '../scopes/index.ts'

type Where = Prisma.AuditEntryWhereInput

/**
 * Entries about resources that an actor may know of, as `shown.ts` judges them by their latest record. Filters by resource
 * match only these: otherwise they would confirm guessed ids.
 */
export function knownCondition(scopes: readonly Scope[]): Where {
  const filters = [...filtersFor(scopes, 'read'), ...filtersFor(scopes, 'write')]
  if (filters.includes('#')) return {}
  const met = filters.flatMap((filter) => pathForms.map((form) => meetFilters(filter, form)))
  const alternatives = [...new Set(met)].flatMap((path) =>
    path === undefined ? [] : matching(path),
  )
  // Prisma 7 treats an empty OR as no condition.
  return alternatives.length === 0 ? { resource: { in: [] } } : { OR: alternatives }
}

/** A filter of one of the forms, so with `#` only in place of ids. */
function matching(filter: string): Where {
  const segments = filter.split('/')
  const [place = '', kind = '', placeId = ''] = segments
  if (segments.length < 6) return pathCondition(filter)
  return {
    AND: [
      pathCondition(segments.slice(3).join('/')),
      lately(place === 'PLACE' && kind === 'Site' ? inSite(placeId) : inFleet(placeId)),
    ],
  }
}

/** Entries about the resource with this path; each `#` in it stands for any text. */
export function pathCondition(path: string): Where {
  const [start = '', ...rest] = path.split('#').map(literally)
  const end = rest.pop()
  if (end === undefined) return { resource: path }
  const between = rest.map((contains) => ({ resource: { contains } }))
  return { AND: [{ resource: { startsWith: start, endsWith: end } }, ...between] }
}

type RecordFilter = Prisma.JsonNullableFilter<'AuditEntry'>

/** The latest record: the one after the change, or, of a deleted thing, the one before. */
function lately(holds: (record: 'before' | 'after') => Where): Where {
  return { OR: [holds('after'), { AND: [{ after: { equals: Prisma.AnyNull } }, holds('before')] }] }
}

const inSite = (siteId: string) => (record: 'before' | 'after') => {
  const is: RecordFilter = siteId === '#' ? { string_starts_with: '' } : { equals: siteId }
  return { [record]: { path: ['siteId'], ...is } }
}

const inFleet = (fleetId: string) => (record: 'before' | 'after') => {
  const path = ['fleetIds']
  return fleetId === '#'
    ? { NOT: { [record]: { path, equals: [] } } }
    : { [record]: { path, array_contains: [fleetId] } }
}
