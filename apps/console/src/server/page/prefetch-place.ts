import { keysReaching } from '#places/keys-reaching.ts'
import type { Place } from '#places/place.ts'
import { latestOf, thingsIn } from '#places/things-now.ts'
import { pageQueries, pageTrpc } from '../trpc/page.ts'
import { prefetch } from './prefetch.ts'
import { prefetchMetrics } from './prefetch-metrics.ts'

/**
 * Loads what the page of a site or fleet shows first: its things, their latest values, and the keys with access to it.
 */
export async function prefetchPlace(
  place: Pick<Place, 'kind' | 'id'>,
  cursor: string | undefined,
): Promise<void> {
  const listed = pageTrpc().things.list.queryOptions(thingsIn(place, cursor))
  await prefetch((trpc) => [listed, trpc.keys.list.queryOptions(keysReaching(place))])
  const things = pageQueries().getQueryData(listed.queryKey)?.items ?? []
  if (things.length === 0) return
  const latest = latestOf(things.map(({ id }) => id))
  await prefetch((trpc) => [trpc.telemetry.thingsRecent.queryOptions(latest)])
  await prefetchMetrics(things.map(({ thingTypeId }) => thingTypeId))
}
