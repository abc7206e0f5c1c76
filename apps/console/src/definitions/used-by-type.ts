import type { Call } from '@sluice/contract'

/** Requests the metric definitions that a thing type uses: never more than one page holds. */
export function usedByType(thingTypeId: string): Call<'metricDefinitions.list'> {
  return { query: { thingTypeId, limit: 1000 } }
}
