import { type Call, thingStatuses } from '@sluice/contract'
import { oneOf, text } from '#url/search-params.ts'

export const thingFilters = ['text', 'type', 'site', 'status'] as const

/** What the things page asks for, by its URL. */
export function thingsQuery(params: URLSearchParams): Call<'things.list'> {
  return {
    query: {
      text: text(params, 'text')?.slice(0, 100),
      thingTypeId: text(params, 'type'),
      siteId: text(params, 'site'),
      status: oneOf(params, 'status', thingStatuses),
      cursor: text(params, 'cursor'),
    },
  }
}
