import { cut } from '#format/cut.ts'
import { text } from '#url/search-params.ts'

/** The filters that select things, under their API names. */
export interface Filters {
  readonly thingTypeId?: string
  readonly siteId?: string
  readonly fleetId?: string
  readonly label?: string
}

/** URL parameters of the filters, with their API names. */
export const filterParameters = {
  fleet: 'fleetId',
  site: 'siteId',
  type: 'thingTypeId',
  label: 'label',
} as const satisfies Record<string, keyof Filters>

/** Selects the named things, or else those that match all filters. Without either it selects nothing. */
export interface Selection {
  readonly things: readonly string[]
  readonly filters: Filters
  /** How series are grouped: `thing`, `none` (all together), `site`, `fleet` or `label:<name>`. */
  readonly groupBy: string
}

export function readFilters(params: URLSearchParams): Filters {
  const named = Object.entries(filterParameters).flatMap(([parameter, name]) => {
    const value = text(params, parameter)?.trim()
    // The API rejects a label filter without a name.
    return value && !value.startsWith('=') ? [[name, cut(value, 200)] as const] : []
  })
  return Object.fromEntries(named)
}

export function readGroupBy(params: URLSearchParams): string {
  const groupBy = params.get('by') ?? ''
  return /^(none|site|fleet|label:[A-Za-z0-9._/-]{1,63})$/.test(groupBy) ? groupBy : 'thing'
}

export function selectsByFilter({ things, filters }: Selection): boolean {
  return things.length === 0 && Object.keys(filters).length > 0
}

export function selectsAnything(selection: Selection): boolean {
  return selection.things.length > 0 || selectsByFilter(selection)
}

/** The part of a query that selects things. `found` are the named things that exist. */
export function selectionQuery(selection: Selection, found: readonly string[]) {
  const { filters, groupBy } = selection
  return selectsByFilter(selection) ? { ...filters, groupBy } : { ids: found.join(','), groupBy }
}

/** How many of a filter's things are fetched to find their types and metrics. */
const LISTED = 200

/** The list query for a filter's things. */
export function listedBy({ filters }: Selection) {
  return { query: { ...filters, limit: LISTED, count: 'true' as const } }
}
