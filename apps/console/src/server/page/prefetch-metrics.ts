import { usedByType } from '#definitions/used-by-type.ts'
import { prefetch } from './prefetch.ts'

/** Loads the metrics of thing types, so that their names do not appear later than values. */
export function prefetchMetrics(thingTypeIds: Iterable<string>): Promise<void> {
  return prefetch((trpc) =>
    [...new Set(thingTypeIds)].flatMap((thingTypeId) => [
      trpc.thingTypes.get.queryOptions({ params: { thingTypeId }, query: {} }),
      trpc.metricDefinitions.list.queryOptions(usedByType(thingTypeId)),
    ]),
  )
}
