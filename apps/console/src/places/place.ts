import type { Filters } from '#explore/selection.ts'

/** A site or a fleet. */
export interface Place {
  readonly kind: 'site' | 'fleet'
  readonly id: string
  readonly name: string
  /** Zone of a site. Times are shown in it unless the reader chose another. */
  readonly timezone?: string
}

/** The API's filter for the things in a place. */
export function filtersOf({ kind, id }: Pick<Place, 'kind' | 'id'>): Filters {
  return kind === 'site' ? { siteId: id } : { fleetId: id }
}

/** The path of a place that scopes are matched against. */
export function pathOf({ kind, id }: Pick<Place, 'kind' | 'id'>): string {
  return kind === 'site' ? `PLACE/Site/${id}` : `PLACE/Fleet/${id}`
}
