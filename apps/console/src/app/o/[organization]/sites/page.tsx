import type { Metadata } from 'next'
import { catalogQuery } from '#catalog/query.ts'
import { Prefetched } from '#data/prefetched.tsx'
import { prefetch, readSearchParams } from '#server/prefetch.ts'
import { SitesPage } from '#sites/sites-page.tsx'

export const metadata: Metadata = { title: 'Sites' }

export default async function Page({ searchParams }: PageProps<'/o/[organization]/sites'>) {
  const query = catalogQuery(await readSearchParams(searchParams))
  await prefetch((trpc) => [trpc.sites.list.queryOptions(query)])
  return (
    <Prefetched>
      <SitesPage />
    </Prefetched>
  )
}
