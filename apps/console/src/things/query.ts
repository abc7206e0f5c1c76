import { type Call, thingSorts, thingStatuses } from '@sluice/contract'
import { oneOf, text } from '#url/search-params.ts'

export const thingFilters = ['text', 'type', 'site', 'fleet', 'label', 'status'] as const

/** What the things page asks for, by its URL. */
export function thingsQuery(params: URLSearchParams): Call<'things.list'> {
  return {
    query: {
      text: text(params, 'text')?.slice(0, 100),
      thingTypeId: text(params, 'type'),
      siteId: text(params, 'site'),
      fleetId: text(params, 'fleet'),
      label: labelOf(params),
      status: oneOf(params, 'status', thingStatuses),
      sort: oneOf(params, 'sort', thingSorts),
      cursor: text(params, 'cursor'),
      count: 'true',
    },
  }
}

/** A label's name, or name=value; what has no name cannot be requested. */
function labelOf(params: URLSearchParams): string | undefined {
  const label = text(params, 'label')?.trim()
  return label?.startsWith('=') ? undefined : label || undefined
}
