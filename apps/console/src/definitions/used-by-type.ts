import type { Call } from '@sluice/contract'

/** Lists the metric definitions that a thing type uses; they always fit one page. */
export function usedByType(thingTypeId: string): Call<'metricDefinitions.list'> {
  return { query: { thingTypeId, limit: 1000 } }
}
