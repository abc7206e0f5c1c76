import type { Metadata } from 'next'
import { catalogQuery } from '#catalog/query.ts'
import { Prefetched } from '#data/prefetched.tsx'
import { prefetch, readSearchParams } from '#server/page/prefetch.ts'
import { SitesPage } from '#sites/sites-page.tsx'
import { texts } from '#texts/app.ts'

export const metadata: Metadata = { title: texts.titles.sites }

export default async function Page({ searchParams }: PageProps<'/o/[organization]/sites'>) {
  const query = catalogQuery(await readSearchParams(searchParams))
  await prefetch((trpc) => [trpc.sites.list.queryOptions(query)])
  return (
    <Prefetched>
      <SitesPage />
    </Prefetched>
  )
}
