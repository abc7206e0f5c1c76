import { type Call, thingFreshnesses, thingSorts, thingStatuses } from '@sluice/contract'
import { oneOf, text } from '#url/search-params.ts'

export const thingFilters = [
  'text',
  'type',
  'site',
  'fleet',
  'label',
  'status',
  'freshness',
] as const

/** The things that the URL's filters select. */
export function thingSelection(params: URLSearchParams): ThingSelection {
  return {
    text: text(params, 'text', 100),
    thingTypeId: text(params, 'type'),
    siteId: text(params, 'site'),
    fleetId: text(params, 'fleet'),
    label: labelOf(params),
    status: oneOf(params, 'status', thingStatuses),
    freshness: oneOf(params, 'freshness', thingFreshnesses),
  }
}

export type ThingSelection = Call<'things.count'>['query']

/** The query of the things page, from its URL. */
export function thingsQuery(params: URLSearchParams): Call<'things.list'> {
  return {
    query: {
      ...thingSelection(params),
      sort: oneOf(params, 'sort', thingSorts),
      cursor: text(params, 'cursor'),
    },
  }
}

/** The query for the number of things by freshness, with all other filters. */
export function thingCountsQuery(params: URLSearchParams): Call<'things.count'> {
  return { query: { ...thingSelection(params), freshness: undefined } }
}

/** A label's name, or name=value. The API rejects a filter without a name. */
function labelOf(params: URLSearchParams): string | undefined {
  const label = text(params, 'label')?.trim()
  return label?.startsWith('=') ? undefined : label || undefined
}
