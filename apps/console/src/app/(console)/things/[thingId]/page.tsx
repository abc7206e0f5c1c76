import type { Metadata } from 'next'
import { Prefetched } from '#data/prefetched.tsx'
import { prefetch, requireFound } from '#server/prefetch.ts'
import { pageTrpc } from '#server/trpc/page.ts'
import { ThingPage } from '#things/thing-page.tsx'

type Props = PageProps<'/things/[thingId]'>

async function idOf({ params }: Props): Promise<string> {
  return decodeURIComponent((await params).thingId)
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
    trpc.metricDefinitions.list.queryOptions({ query: { limit: 1000 } }),
  ])
  requireFound(thing.queryKey)
  return (
    <Prefetched>
      <ThingPage thingId={thingId} />
    </Prefetched>
  )
}
