import { usedByType } from '#definitions/used-by-type.ts'
import { prefetch } from './prefetch.ts'

/** Loads what things of these types measure, so that names do not appear after values. */
export function prefetchMetrics(thingTypeIds: Iterable<string>): Promise<void> {
  return prefetch((trpc) =>
    [...new Set(thingTypeIds)].flatMap((thingTypeId) => [
      trpc.thingTypes.get.queryOptions({ params: { thingTypeId }, query: {} }),
      trpc.metricDefinitions.list.queryOptions(usedByType(thingTypeId)),
    ]),
  )
}
