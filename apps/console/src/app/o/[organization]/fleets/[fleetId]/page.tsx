import type { Metadata } from 'next'
import { Prefetched } from '#data/prefetched.tsx'
import { FleetPage } from '#fleets/fleet-page.tsx'
import { prefetch, requireFound } from '#server/prefetch.ts'
import { pageTrpc } from '#server/trpc/page.ts'

type Props = PageProps<'/o/[organization]/fleets/[fleetId]'>

async function idOf({ params }: Props): Promise<string> {
  return decodeURIComponent((await params).fleetId)
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  return { title: await idOf(props) }
}

export default async function Page(props: Props) {
  const fleetId = await idOf(props)
  const fleet = pageTrpc().fleets.get.queryOptions({ params: { fleetId }, query: {} })
  await prefetch((trpc) => [
    fleet,
    trpc.things.list.queryOptions({ query: { fleetId, cursor: undefined } }),
  ])
  requireFound(fleet.queryKey)
  return (
    <Prefetched>
      <FleetPage fleetId={fleetId} />
    </Prefetched>
  )
}
