import type { Metadata } from 'next'
import { Prefetched } from '#data/prefetched.tsx'
import { usedByType } from '#definitions/used-by-type.ts'
import { prefetch, requireFound } from '#server/prefetch.ts'
import { pageQueries, pageTrpc } from '#server/trpc/page.ts'
import { ThingPage } from '#things/thing-page.tsx'

type Props = PageProps<'/things/[thingId]'>

async function idOf({ params }: Props): Promise<string> {
  return decodeURIComponent((await params).thingId)
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  return { title: await idOf(props) }
}

/** The names of its metrics, so that they do not appear after their values. */
function prefetchMetrics(thingTypeId: string): Promise<void> {
  return prefetch((trpc) => [
    trpc.thingTypes.get.queryOptions({ params: { thingTypeId }, query: {} }),
    trpc.metricDefinitions.list.queryOptions(usedByType(thingTypeId)),
  ])
}

export default async function Page(props: Props) {
  const thingId = await idOf(props)
  const thing = pageTrpc().things.get.queryOptions({ params: { thingId }, query: {} })
  await prefetch((trpc) => [
    thing,
    trpc.telemetry.recent.queryOptions({ params: { thingId }, query: {} }),
  ])
  requireFound(thing.queryKey)
  const thingTypeId = pageQueries().getQueryData(thing.queryKey)?.thingTypeId
  if (thingTypeId !== undefined) await prefetchMetrics(thingTypeId)
  return (
    <Prefetched>
      <ThingPage thingId={thingId} />
    </Prefetched>
  )
}
