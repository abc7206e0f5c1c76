import { text } from '#url/search-params.ts'

export const tenantFilters = ['text'] as const

/** The query of the organizations page, from its URL. */
export function tenantsQuery(params: URLSearchParams) {
  const [words, cursor] = [text(params, 'text', 100), text(params, 'cursor')]
  return { ...(words && { text: words }), ...(cursor && { cursor }) }
}
