import { text } from '#url/search-params.ts'

/** What a catalog page asks for, by its URL. */
export function catalogQuery(params: URLSearchParams) {
  return { query: { cursor: text(params, 'cursor') } }
}
