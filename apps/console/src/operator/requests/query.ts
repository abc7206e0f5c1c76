import { text } from '#url/search-params.ts'

/** The query of the requests page, from its URL. */
export function requestsQuery(params: URLSearchParams) {
  const cursor = text(params, 'cursor')
  return cursor ? { cursor } : {}
}
