import type { Metadata } from 'next'
import { Prefetched } from '#data/prefetched.tsx'
import { IntegrationsPage } from '#integrations/integrations-page.tsx'
import { integrationsQuery } from '#integrations/query.ts'
import { prefetch, readSearchParams } from '#server/page/prefetch.ts'
import { texts } from '#texts/app.ts'

export const metadata: Metadata = { title: texts.titles.integrations }

export default async function Page({ searchParams }: PageProps<'/o/[organization]/integrations'>) {
  const query = integrationsQuery(await readSearchParams(searchParams))
  await prefetch((trpc) => [trpc.integrations.list.queryOptions(query)])
  return (
    <Prefetched>
      <IntegrationsPage />
    </Prefetched>
  )
}
