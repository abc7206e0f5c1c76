import type { Metadata } from 'next'
import { Prefetched } from '#data/prefetched.tsx'
import { prefetch, readSearchParams } from '#server/page/prefetch.ts'
import { CreateTemplatePage } from '#templates/editor/create-template-page.tsx'
import { texts } from '#texts/app.ts'
import { text } from '#url/search-params.ts'

export const metadata: Metadata = { title: texts.titles.createTemplate }

export default async function Page({
  searchParams,
}: PageProps<'/o/[organization]/create-template'>) {
  const from = text(await readSearchParams(searchParams), 'from')
  await prefetch((trpc) =>
    from ? [trpc.templates.get.queryOptions({ params: { templateId: from }, query: {} })] : [],
  )
  return (
    <Prefetched>
      <CreateTemplatePage from={from} />
    </Prefetched>
  )
}
