import type { Metadata } from 'next'
import { Prefetched } from '#data/prefetched.tsx'
import { LimitsPage } from '#limits/limits-page.tsx'
import { requestsQuery } from '#limits/requests/query.ts'
import { storageQuery } from '#limits/storage/storage.ts'
import { limitsQuery } from '#limits/use-limits.ts'
import { prefetch } from '#server/page/prefetch.ts'
import { texts } from '#texts/app.ts'

export const metadata: Metadata = { title: texts.titles.limits }

export default async function Page() {
  await prefetch((trpc) => [
    trpc.limits.list.queryOptions(limitsQuery),
    trpc.organization.storage.queryOptions(storageQuery),
    trpc.limitRequests.list.queryOptions(requestsQuery),
  ])
  return (
    <Prefetched>
      <LimitsPage />
    </Prefetched>
  )
}
