import type { Call } from '@sluice/contract'
import { type Place, pathOf } from './place.ts'

export const MOST_KEYS = 20

/** The active keys with access to a place, most recently used first. */
export function keysReaching(place: Pick<Place, 'kind' | 'id'>): Call<'keys.list'> {
  const query = { reaches: pathOf(place), status: 'Active', sort: '-lastUsedAt' } as const
  return { query: { ...query, limit: MOST_KEYS, count: 'true' } }
}
