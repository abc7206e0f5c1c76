import { actorTypes, type Call } from '@sluice/contract'
import { rangeInApi } from '#range/time-text.ts'
import { oneOf, text } from '#url/search-params.ts'

/** The URL's parameters that narrow the log. */
export const auditFilters = [
  'text',
  'operation',
  'actor',
  'resource',
  'request',
  'from',
  'to',
] as const

/** What a page asks for of the changes of one resource. */
export function trailQuery(resource: string, params: URLSearchParams): Call<'audit.list'> {
  return { query: { resource, cursor: text(params, 'cursor') } }
}

/** What the audit log asks for, by its URL. */
export function auditQuery(params: URLSearchParams): Call<'audit.list'> {
  return {
    query: {
      text: text(params, 'text')?.slice(0, 200),
      operation: text(params, 'operation')?.slice(0, 200),
      actorType: oneOf(params, 'actor', actorTypes),
      resource: text(params, 'resource')?.slice(0, 200),
      requestId: text(params, 'request')?.slice(0, 200),
      ...rangeInApi(params),
      // A template or a batch is one line of the log; of one request all lines are shown.
      ...(!params.has('request') && { foldBy: 'request' as const }),
      cursor: text(params, 'cursor'),
    },
  }
}
