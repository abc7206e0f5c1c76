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

/** The entries that the URL selects: what an export has. */
export function auditQuery(params: URLSearchParams) {
  return {
    text: text(params, 'text', 200),
    operation: text(params, 'operation', 200),
    actorType: oneOf(params, 'actor', actorTypes),
    resource: text(params, 'resource', 200),
    requestId: text(params, 'request', 200),
    ...rangeInApi(params),
  } satisfies Call<'audit.list'>['query']
}

/** The page of these entries that the URL describes: one row per request, unless it is filtered by one. */
export function auditPageQuery(params: URLSearchParams): Call<'audit.list'> {
  const foldBy = params.has('request') ? undefined : ('request' as const)
  return { query: { ...auditQuery(params), foldBy, cursor: text(params, 'cursor') } }
}
