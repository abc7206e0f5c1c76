import type { Metadata } from 'next'
import { Prefetched } from '#data/prefetched.tsx'
import { prefetch } from '#server/page/prefetch.ts'
import { templatesQuery } from '#templates/query.ts'
import { TemplatesPage } from '#templates/templates-page.tsx'
import { texts } from '#texts/app.ts'

export const metadata: Metadata = { title: texts.titles.templates }

export default async function Page() {
  await prefetch((trpc) => [trpc.templates.list.queryOptions(templatesQuery)])
  return (
    <Prefetched>
      <TemplatesPage />
    </Prefetched>
  )
}
