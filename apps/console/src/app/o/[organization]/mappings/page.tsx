import type { Metadata } from 'next'
import { catalogQuery } from '#catalog/query.ts'
import { Prefetched } from '#data/prefetched.tsx'
import { MappingsPage } from '#mappings/mappings-page.tsx'
import { prefetch, readSearchParams } from '#server/page/prefetch.ts'
import { texts } from '#texts/app.ts'

export const metadata: Metadata = { title: texts.titles.mappings }

export default async function Page({ searchParams }: PageProps<'/o/[organization]/mappings'>) {
  const query = catalogQuery(await readSearchParams(searchParams))
  await prefetch((trpc) => [trpc.mappings.list.queryOptions(query)])
  return (
    <Prefetched>
      <MappingsPage />
    </Prefetched>
  )
}
