import type { Metadata } from 'next'
import { catalogQuery } from '#catalog/query.ts'
import { Prefetched } from '#data/prefetched.tsx'
import { FleetsPage } from '#fleets/fleets-page.tsx'
import { prefetch, readSearchParams } from '#server/page/prefetch.ts'
import { texts } from '#texts/app.ts'

export const metadata: Metadata = { title: texts.titles.fleets }

export default async function Page({ searchParams }: PageProps<'/o/[organization]/fleets'>) {
  const query = catalogQuery(await readSearchParams(searchParams))
  await prefetch((trpc) => [trpc.fleets.list.queryOptions(query)])
  return (
    <Prefetched>
      <FleetsPage />
    </Prefetched>
  )
}
