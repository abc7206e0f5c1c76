import type { Metadata } from 'next'
import { decoded } from '#address/decoded.ts'
import { Prefetched } from '#data/prefetched.tsx'
import { prefetch } from '#server/page/prefetch.ts'
import { EditTemplatePage } from '#templates/editor/edit-template-page.tsx'
import { texts } from '#texts/app.ts'

export const metadata: Metadata = { title: texts.titles.editTemplate }

export default async function Page({
  params,
}: PageProps<'/o/[organization]/templates/[templateId]/edit'>) {
  const templateId = decoded((await params).templateId)
  await prefetch((trpc) => [trpc.templates.get.queryOptions({ params: { templateId }, query: {} })])
  return (
    <Prefetched>
      <EditTemplatePage templateId={templateId} />
    </Prefetched>
  )
}
