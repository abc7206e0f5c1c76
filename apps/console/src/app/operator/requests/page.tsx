import type { Metadata } from 'next'
import { Prefetched } from '#data/prefetched.tsx'
import { requestsQuery } from '#operator/requests/query.ts'
import { RequestsPage } from '#operator/requests/requests-page.tsx'
import { prefetch, readSearchParams } from '#server/page/prefetch.ts'
import { texts } from '#texts/app.ts'

export const metadata: Metadata = { title: texts.titles.limitRequests }

export default async function Page({ searchParams }: PageProps<'/operator/requests'>) {
  const query = requestsQuery(await readSearchParams(searchParams))
  await prefetch((trpc) => [trpc.operator.requests.queryOptions(query)])
  return (
    <Prefetched>
      <RequestsPage />
    </Prefetched>
  )
}
