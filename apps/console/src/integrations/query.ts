import type { Call } from '@sluice/contract'
import { oneOf, text } from '#url/search-params.ts'

/** The query of the integrations page, from its URL. */
export function integrationsQuery(params: URLSearchParams): Call<'integrations.list'> {
  return {
    query: {
      text: text(params, 'text', 100),
      failing: oneOf(params, 'failing', ['true', 'false'] as const),
      cursor: text(params, 'cursor'),
    },
  }
}
