import type { Prisma } from '../database/generated/client.ts'

/**
 * Scopes as SQL conditions: what a list may answer is decided by the database, never by filtering a
 * fetched page. Each function turns the filters held for `read` into a `where` that matches exactly the
 * rows that some filter covers.
 */

/** For resources with one path, `<prefix>/<id>`. */
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

/** The one segment after a prefix, where a `#` of the filter stands for any word of it. */
function afterPrefix(filter: string, prefix: readonly string[]): string | undefined {
  const segments = filter.split('/')
  if (segments.length !== prefix.length + 1) return undefined
  const fits = prefix.every((word, i) => segments[i] === '#' || segments[i] === word)
  return fits ? segments.at(-1) : undefined
}

/** For things, which a scope can reach by type, by site and by fleet. */
export function thingCondition(filters: readonly string[]): Prisma.ThingWhereInput {
  if (filters.includes('#')) return {}
  const alternatives = filters.flatMap(thingAlternatives)
  // Prisma 7 reads an empty OR as no condition at all, and leaves an empty alternative out.
  if (alternatives.length === 0) return { id: { in: [] } }
  if (alternatives.some((condition) => Object.keys(condition).length === 0)) return {}
  return { OR: alternatives }
}

function thingAlternatives(filter: string): Prisma.ThingWhereInput[] {
  const segments = filter.split('/')
  const own = (thingTypeId: string, id: string): Prisma.ThingWhereInput => ({
    ...(thingTypeId !== '#' && { thingTypeId }),
    ...(id !== '#' && { id }),
  })
  if (segments.length === 3) {
    const [word = '', type = '', id = ''] = segments
    return is(word, 'THING') ? [own(type, id)] : []
  }
  if (segments.length !== 6) return []
  const [place = '', kind = '', placeId = '', word = '', type = '', id = ''] = segments
  if (!is(place, 'PLACE') || !is(word, 'THING')) return []
  const site = { ...own(type, id), siteId: placeId === '#' ? { not: null } : placeId }
  const fleet = {
    ...own(type, id),
    fleets: { some: placeId === '#' ? {} : { fleetId: placeId } },
  }
  return [...(is(kind, 'Site') ? [site] : []), ...(is(kind, 'Fleet') ? [fleet] : [])]
}

function is(segment: string, word: string): boolean {
  return segment === '#' || segment === word
}
