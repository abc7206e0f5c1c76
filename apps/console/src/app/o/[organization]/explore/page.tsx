import type { Metadata } from 'next'
import { Prefetched } from '#data/prefetched.tsx'
import { ExplorePage } from '#explore/explore-page.tsx'
import { readQuestion } from '#explore/question.ts'
import { listedBy, selectsByFilter } from '#explore/selection.ts'
import { prefetch, readSearchParams } from '#server/page/prefetch.ts'
import { prefetchMetrics } from '#server/page/prefetch-metrics.ts'
import { pageQueries, pageTrpc } from '#server/trpc/page.ts'
import { texts } from '#texts/app.ts'

export const metadata: Metadata = { title: texts.titles.explore }

export default async function Page({ searchParams }: PageProps<'/o/[organization]/explore'>) {
  const question = readQuestion(await readSearchParams(searchParams))
  const chosen = question.things.map((thingId) =>
    pageTrpc().things.get.queryOptions({ params: { thingId }, query: {} }),
  )
  const listed = pageTrpc().things.list.queryOptions(listedBy(question))
  await prefetch(() => (selectsByFilter(question) ? [listed] : chosen))
  const found = [
    ...chosen.flatMap(({ queryKey }) => pageQueries().getQueryData(queryKey) ?? []),
    ...(pageQueries().getQueryData(listed.queryKey)?.items ?? []),
  ]
  await prefetchMetrics(found.map(({ thingTypeId }) => thingTypeId))
  return (
    <Prefetched>
      <ExplorePage />
    </Prefetched>
  )
}
