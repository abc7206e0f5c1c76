import { type Call, type Key, keyStatuses } from '@sluice/contract'
import { oneOf, text } from '#url/search-params.ts'

const MOST = 1000

/**
 * What the keys page asks for. The operation has no text search, so that a search takes as many keys as
 * one call may answer and looks through them here.
 */
export function keysQuery(params: URLSearchParams): Call<'keys.list'> {
  const status = oneOf(params, 'status', keyStatuses)
  if (text(params, 'text')) return { query: { status, limit: MOST } }
  return { query: { status, cursor: text(params, 'cursor') } }
}

/** Keys whose name or public id holds the words, whatever their case. */
export function matchingKeys(keys: readonly Key[], words: string | undefined): readonly Key[] {
  const wanted = words?.trim().toLowerCase()
  if (!wanted) return keys
  return keys.filter(({ name, id }) => `${name} ${id}`.toLowerCase().includes(wanted))
}
