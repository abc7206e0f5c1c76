import { listSorts } from '@sluice/contract'
import { oneOf, text } from '#url/search-params.ts'

/** The list query that the URL describes. */
export function catalogQuery(params: URLSearchParams) {
  return {
    query: {
      text: text(params, 'text', 100),
      sort: oneOf(params, 'sort', listSorts),
      cursor: text(params, 'cursor'),
      count: 'true' as const,
    },
  }
}
