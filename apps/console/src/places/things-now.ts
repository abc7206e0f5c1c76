import type { Call } from '@sluice/contract'
import { filtersOf, type Place } from './place.ts'

/** A page of the things in a place, as the grid of latest values lists them. */
export function thingsIn(
  place: Pick<Place, 'kind' | 'id'>,
  cursor: string | undefined,
): Call<'things.list'> {
  return { query: { ...filtersOf(place), count: 'true', cursor } }
}

/** Their latest values. */
export function latestOf(thingIds: readonly string[]): Call<'telemetry.thingsRecent'> {
  return { query: { ids: thingIds.join(','), groupBy: 'thing' } }
}
