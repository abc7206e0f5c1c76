import type { Metadata } from 'next'
import { decoded } from '#address/decoded.ts'
import { Prefetched } from '#data/prefetched.tsx'
import { prefetch, requireFound } from '#server/page/prefetch.ts'
import { prefetchMetrics } from '#server/page/prefetch-metrics.ts'
import { pageQueries, pageTrpc } from '#server/trpc/page.ts'
import { ThingPage } from '#things/thing-page.tsx'

type Props = PageProps<'/o/[organization]/things/[thingId]'>

async function idOf({ params }: Props): Promise<string> {
  return decoded((await params).thingId)
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  return { title: await idOf(props) }
}

export default async function Page(props: Props) {
  const thingId = await idOf(props)
  const thing = pageTrpc().things.get.queryOptions({ params: { thingId }, query: {} })
  await prefetch((trpc) => [
    thing,
    trpc.telemetry.recent.queryOptions({ params: { thingId }, query: {} }),
  ])
  requireFound(thing.queryKey)
  const found = pageQueries().getQueryData(thing.queryKey)
  if (found) await prefetchMetrics([found.thingTypeId])
  return (
    <Prefetched>
      <ThingPage thingId={thingId} />
    </Prefetched>
  )
}
