import { type Call, keyHealths, keySorts, keyStatuses, keyTypes } from '@sluice/contract'
import { oneOf, text } from '#url/search-params.ts'

/** The URL's parameters that narrow the list. */
export const keyFilters = ['text', 'status', 'type', 'health'] as const

/** What the keys page asks for, by its URL. */
export function keysQuery(params: URLSearchParams): Call<'keys.list'> {
  return {
    query: {
      text: text(params, 'text'),
      status: oneOf(params, 'status', keyStatuses),
      keyType: oneOf(params, 'type', keyTypes),
      health: oneOf(params, 'health', keyHealths),
      sort: oneOf(params, 'sort', keySorts),
      cursor: text(params, 'cursor'),
      count: 'true',
    },
  }
}
