import type { Metadata } from 'next'
import { decoded } from '#address/decoded.ts'
import { Prefetched } from '#data/prefetched.tsx'
import { prefetch, readSearchParams, requireFound } from '#server/page/prefetch.ts'
import { prefetchPlace } from '#server/page/prefetch-place.ts'
import { pageTrpc } from '#server/trpc/page.ts'
import { SitePage } from '#sites/site-page.tsx'
import { text } from '#url/search-params.ts'

type Props = PageProps<'/o/[organization]/sites/[siteId]'>

async function idOf({ params }: Props): Promise<string> {
  return decoded((await params).siteId)
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  return { title: await idOf(props) }
}

export default async function Page(props: Props) {
  const siteId = await idOf(props)
  const params = await readSearchParams(props.searchParams)
  const site = pageTrpc().sites.get.queryOptions({ params: { siteId }, query: {} })
  await prefetch(() => [site])
  requireFound(site.queryKey)
  await prefetchPlace({ kind: 'site', id: siteId }, text(params, 'cursor'))
  return (
    <Prefetched>
      <SitePage siteId={siteId} />
    </Prefetched>
  )
}
