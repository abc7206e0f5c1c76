import type { Call } from '@sluice/contract'
import { filtersOf, type Place } from './place.ts'

/** The list query for one page of a place's things. */
export function thingsIn(
  place: Pick<Place, 'kind' | 'id'>,
  cursor: string | undefined,
): Call<'things.list'> {
  return { query: { ...filtersOf(place), count: 'true', cursor } }
}

/** The query for their latest values. */
export function latestOf(thingIds: readonly string[]): Call<'telemetry.thingsRecent'> {
  return { query: { ids: thingIds.join(','), groupBy: 'thing' } }
}
