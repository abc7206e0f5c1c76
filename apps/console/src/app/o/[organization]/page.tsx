import type { Metadata } from 'next'
import { Prefetched } from '#data/prefetched.tsx'
import { limitsQuery } from '#limits/use-limits.ts'
import { OverviewPage } from '#overview/overview-page.tsx'
import { overviewQueries } from '#overview/queries.ts'
import { prefetch } from '#server/page/prefetch.ts'
import { texts } from '#texts/app.ts'

export const metadata: Metadata = { title: texts.titles.overview }

export default async function Page() {
  await prefetch((trpc) => [
    trpc.keys.list.queryOptions(overviewQueries.keys),
    trpc.things.list.queryOptions(overviewQueries.things),
    trpc.sites.list.queryOptions(overviewQueries.sites),
    trpc.organization.usage.queryOptions(overviewQueries.samples),
    trpc.calls.count.queryOptions(overviewQueries.calls),
    trpc.keys.list.queryOptions(overviewQueries.leaked),
    trpc.keys.list.queryOptions(overviewQueries.expiring),
    trpc.keys.list.queryOptions(overviewQueries.refused),
    trpc.things.count.queryOptions(overviewQueries.freshness),
    trpc.integrations.list.queryOptions(overviewQueries.integrations),
    trpc.limits.list.queryOptions(limitsQuery),
    trpc.organization.storage.queryOptions(overviewQueries.storage),
  ])
  return (
    <Prefetched>
      <OverviewPage />
    </Prefetched>
  )
}
