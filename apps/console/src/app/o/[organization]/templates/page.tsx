import type { Metadata } from 'next'
import { Prefetched } from '#data/prefetched.tsx'
import { prefetch, readSearchParams } from '#server/page/prefetch.ts'
import { templatesQuery } from '#templates/query.ts'
import { TemplatesPage } from '#templates/templates-page.tsx'
import { texts } from '#texts/app.ts'

export const metadata: Metadata = { title: texts.titles.templates }

export default async function Page({ searchParams }: PageProps<'/o/[organization]/templates'>) {
  const query = templatesQuery(await readSearchParams(searchParams))
  await prefetch((trpc) => [trpc.templates.list.queryOptions(query)])
  return (
    <Prefetched>
      <TemplatesPage />
    </Prefetched>
  )
}
