import { text } from '#url/search-params.ts'

/** What things are narrowed to, as the API names it. */
export interface Filters {
  readonly thingTypeId?: string
  readonly siteId?: string
  readonly fleetId?: string
  readonly label?: string
}

/** The parameters of the URL that select things without naming them. */
export const filterParameters = {
  fleet: 'fleetId',
  site: 'siteId',
  type: 'thingTypeId',
  label: 'label',
} as const satisfies Record<string, keyof Filters>

/** Which things: those that are named, else those that pass every filter. With neither there are none. */
export interface Selection {
  readonly things: readonly string[]
  readonly filters: Filters
  /** How they are taken: `thing`, `none` (together), `site`, `fleet` or `label:<name>`. */
  readonly groupBy: string
}

export function readFilters(params: URLSearchParams): Filters {
  const named = Object.entries(filterParameters).flatMap(([parameter, name]) => {
    const value = text(params, parameter)?.trim()
    // What has no name cannot be asked for.
    return value && !value.startsWith('=') ? [[name, value.slice(0, 200)] as const] : []
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

/** The part of a query about several things that selects them. `found`: the named ones that there are. */
export function selectionQuery(selection: Selection, found: readonly string[]) {
  const { filters, groupBy } = selection
  return selectsByFilter(selection) ? { ...filters, groupBy } : { ids: found.join(','), groupBy }
}

/** Of a filter's things so many tell which types, and so which metrics, there are. */
const LISTED = 200

/** The list of a filter's things. */
export function listedBy({ filters }: Selection) {
  return { query: { ...filters, limit: LISTED, count: 'true' as const } }
}
