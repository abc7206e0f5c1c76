import { TRPCError } from '@trpc/server'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { Prefetched } from '#data/prefetched.tsx'
import { prefetch } from '#server/prefetch.ts'
import { pageQueries, pageTrpc } from '#server/trpc/page.ts'
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
  if (isMissing(pageQueries().getQueryState(thing.queryKey)?.error)) notFound()
  return (
    <Prefetched>
      <ThingPage thingId={thingId} />
    </Prefetched>
  )
}

function isMissing(error: unknown): boolean {
  return error instanceof TRPCError && error.code === 'NOT_FOUND'
}
