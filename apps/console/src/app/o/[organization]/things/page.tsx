import type { Metadata } from 'next'
import { Prefetched } from '#data/prefetched.tsx'
import { prefetch, readSearchParams } from '#server/page/prefetch.ts'
import { texts } from '#texts/app.ts'
import { thingCountsQuery, thingsQuery } from '#things/query.ts'
import { ThingsPage } from '#things/things-page.tsx'

export const metadata: Metadata = { title: texts.titles.things }

export default async function Page({ searchParams }: PageProps<'/o/[organization]/things'>) {
  const params = await readSearchParams(searchParams)
  await prefetch((trpc) => [
    trpc.things.list.queryOptions(thingsQuery(params)),
    trpc.things.count.queryOptions(thingCountsQuery(params)),
  ])
  return (
    <Prefetched>
      <ThingsPage />
    </Prefetched>
  )
}
