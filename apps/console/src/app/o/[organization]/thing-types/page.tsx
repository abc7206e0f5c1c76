import type { Metadata } from 'next'
import { catalogQuery } from '#catalog/query.ts'
import { Prefetched } from '#data/prefetched.tsx'
import { ThingTypesPage } from '#definitions/thing-types-page.tsx'
import { prefetch, readSearchParams } from '#server/page/prefetch.ts'
import { texts } from '#texts/app.ts'

export const metadata: Metadata = { title: texts.titles.thingTypes }

export default async function Page({ searchParams }: PageProps<'/o/[organization]/thing-types'>) {
  const query = catalogQuery(await readSearchParams(searchParams))
  await prefetch((trpc) => [trpc.thingTypes.list.queryOptions(query)])
  return (
    <Prefetched>
      <ThingTypesPage />
    </Prefetched>
  )
}
