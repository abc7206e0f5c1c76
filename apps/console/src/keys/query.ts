import { type Call, keyStatuses, keyTypes } from '@sluice/contract'
import { oneOf, text } from '#url/search-params.ts'
import { healthKinds } from './health/health.ts'
import { sortOrders } from './list/sort.ts'

/** The URL's parameters that narrow the list. */
export const keyFilters = ['text', 'status', 'type', 'health'] as const

/** Most keys that are searched and sorted in the browser. */
export const mostSearched = 1000

/** The keys page's filters, by its URL. */
export function filtersOf(params: URLSearchParams) {
  return {
    text: text(params, 'text'),
    status: oneOf(params, 'status', keyStatuses),
    keyType: oneOf(params, 'type', keyTypes),
    health: oneOf(params, 'health', healthKinds),
    sort: oneOf(params, 'sort', sortOrders),
  }
}

export type KeyFilters = ReturnType<typeof filtersOf>

/** Whether the browser has to look through all keys: the operation knows statuses and one order only. */
export function isLocal({ text, keyType, health, sort }: KeyFilters): boolean {
  return [text, keyType, health, sort].some((wanted) => wanted !== undefined)
}

/** What the keys page asks for. */
export function keysQuery(params: URLSearchParams): Call<'keys.list'> {
  const filters = filtersOf(params)
  const { status } = filters
  if (isLocal(filters)) return { query: { status, limit: mostSearched } }
  return { query: { status, cursor: text(params, 'cursor') } }
}
