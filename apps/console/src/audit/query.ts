import { actorTypes, type Call } from '@sluice/contract'
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

const DAY = 24 * 60 * 60 * 1000

/** What the audit log asks for, by its URL. `from` and `to` are dates (YYYY-MM-DD) in UTC, both included. */
export function auditQuery(params: URLSearchParams): Call<'audit.list'> {
  const to = startOf(params, 'to')
  return {
    query: {
      text: text(params, 'text')?.slice(0, 200),
      operation: text(params, 'operation')?.slice(0, 200),
      actorType: oneOf(params, 'actor', actorTypes),
      resource: text(params, 'resource')?.slice(0, 200),
      requestId: text(params, 'request')?.slice(0, 200),
      from: startOf(params, 'from')?.toISOString(),
      to: to && new Date(to.getTime() + DAY).toISOString(),
      // A template or a batch is one line of the log; of one request all lines are shown.
      ...(!params.has('request') && { foldBy: 'request' as const }),
      cursor: text(params, 'cursor'),
    },
  }
}

function startOf(params: URLSearchParams, name: string): Date | undefined {
  const date = new Date(`${params.get(name)}T00:00:00Z`)
  return Number.isNaN(date.getTime()) ? undefined : date
}
