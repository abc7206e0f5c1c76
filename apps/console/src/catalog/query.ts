import { listSorts } from '@sluice/contract'
import { oneOf, text } from '#url/search-params.ts'

/** What a catalog page asks for, by its URL. */
export function catalogQuery(params: URLSearchParams) {
  return {
    query: {
      text: text(params, 'text')?.slice(0, 100),
      sort: oneOf(params, 'sort', listSorts),
      cursor: text(params, 'cursor'),
      count: 'true' as const,
    },
  }
}
