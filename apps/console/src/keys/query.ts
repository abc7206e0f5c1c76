import { type Call, keyHealths, keySorts, keyStatuses, keyTypes } from '@sluice/contract'
import { oneOf, text } from '#url/search-params.ts'

/** Filter parameters of the URL. */
export const keyFilters = ['text', 'status', 'type', 'health'] as const

/** The query of the keys page, from its URL. */
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
