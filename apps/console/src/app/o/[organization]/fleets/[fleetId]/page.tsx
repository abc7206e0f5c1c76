import type { Metadata } from 'next'
import { decoded } from '#address/decoded.ts'
import { Prefetched } from '#data/prefetched.tsx'
import { FleetPage } from '#fleets/fleet-page.tsx'
import { prefetch, readSearchParams, requireFound } from '#server/page/prefetch.ts'
import { prefetchPlace } from '#server/page/prefetch-place.ts'
import { pageTrpc } from '#server/trpc/page.ts'
import { text } from '#url/search-params.ts'

type Props = PageProps<'/o/[organization]/fleets/[fleetId]'>

async function idOf({ params }: Props): Promise<string> {
  return decoded((await params).fleetId)
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  return { title: await idOf(props) }
}

export default async function Page(props: Props) {
  const fleetId = await idOf(props)
  const params = await readSearchParams(props.searchParams)
  const fleet = pageTrpc().fleets.get.queryOptions({ params: { fleetId }, query: {} })
  await prefetch(() => [fleet])
  requireFound(fleet.queryKey)
  await prefetchPlace({ kind: 'fleet', id: fleetId }, text(params, 'cursor'))
  return (
    <Prefetched>
      <FleetPage fleetId={fleetId} />
    </Prefetched>
  )
}
