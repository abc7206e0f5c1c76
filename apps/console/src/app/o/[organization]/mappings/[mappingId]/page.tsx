import type { Metadata } from 'next'
import { decoded } from '#address/decoded.ts'
import { Prefetched } from '#data/prefetched.tsx'
import { MappingPage } from '#mappings/mapping-page.tsx'
import { prefetch, requireFound } from '#server/page/prefetch.ts'
import { pageTrpc } from '#server/trpc/page.ts'

type Props = PageProps<'/o/[organization]/mappings/[mappingId]'>

async function idOf({ params }: Props): Promise<string> {
  return decoded((await params).mappingId)
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  return { title: await idOf(props) }
}

export default async function Page(props: Props) {
  const mappingId = await idOf(props)
  const mapping = pageTrpc().mappings.get.queryOptions({ params: { mappingId }, query: {} })
  await prefetch(() => [mapping])
  requireFound(mapping.queryKey)
  return (
    <Prefetched>
      <MappingPage mappingId={mappingId} />
    </Prefetched>
  )
}
