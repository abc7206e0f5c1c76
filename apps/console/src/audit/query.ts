import { actorTypes, type Call } from '@sluice/contract'
import { rangeInApi } from '#range/time-text.ts'
import { oneOf, text } from '#url/search-params.ts'

/** The URL parameters that filter the log. */
export const auditFilters = [
  'text',
  'operation',
  'actor',
  'resource',
  'request',
  'from',
  'to',
] as const

/** The query for the changes of one resource. */
export function trailQuery(resource: string, params: URLSearchParams): Call<'audit.list'> {
  return { query: { resource, cursor: text(params, 'cursor') } }
}

/** The audit query that the URL describes. */
export function auditQuery(params: URLSearchParams): Call<'audit.list'> {
  return {
    query: {
      text: text(params, 'text', 200),
      operation: text(params, 'operation', 200),
      actorType: oneOf(params, 'actor', actorTypes),
      resource: text(params, 'resource', 200),
      requestId: text(params, 'request', 200),
      ...rangeInApi(params),
      // Shows all changes of one request as one row, except when filtering by that request.
      ...(!params.has('request') && { foldBy: 'request' as const }),
      cursor: text(params, 'cursor'),
    },
  }
}
