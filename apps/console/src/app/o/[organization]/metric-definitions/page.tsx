import type { Metadata } from 'next'
import { catalogQuery } from '#catalog/query.ts'
import { Prefetched } from '#data/prefetched.tsx'
import { MetricDefinitionsPage } from '#definitions/metric-definitions-page.tsx'
import { prefetch, readSearchParams } from '#server/page/prefetch.ts'
import { texts } from '#texts/app.ts'

export const metadata: Metadata = { title: texts.titles.metricDefinitions }

export default async function Page({
  searchParams,
}: PageProps<'/o/[organization]/metric-definitions'>) {
  const query = catalogQuery(await readSearchParams(searchParams))
  await prefetch((trpc) => [trpc.metricDefinitions.list.queryOptions(query)])
  return (
    <Prefetched>
      <MetricDefinitionsPage />
    </Prefetched>
  )
}
