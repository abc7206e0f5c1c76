import type { Filters } from '#explore/selection.ts'

/** A site or a fleet, of which a page shows what is in it. */
export interface Place {
  readonly kind: 'site' | 'fleet'
  readonly id: string
  readonly name: string
  /** A site's, in which its times are shown unless the reader wants others. */
  readonly timezone?: string
}

/** The things in it, as the API narrows to them. */
export function filtersOf({ kind, id }: Pick<Place, 'kind' | 'id'>): Filters {
  return kind === 'site' ? { siteId: id } : { fleetId: id }
}

/** The resource path that a key's scope is matched against. */
export function pathOf({ kind, id }: Pick<Place, 'kind' | 'id'>): string {
  return kind === 'site' ? `PLACE/Site/${id}` : `PLACE/Fleet/${id}`
}
