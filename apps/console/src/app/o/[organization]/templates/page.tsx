import type { Metadata } from 'next'
import { Prefetched } from '#data/prefetched.tsx'
import { prefetch } from '#server/prefetch.ts'
import { templatesQuery } from '#templates/query.ts'
import { TemplatesPage } from '#templates/templates-page.tsx'

export const metadata: Metadata = { title: 'Templates' }

export default async function Page() {
  await prefetch((trpc) => [trpc.templates.list.queryOptions(templatesQuery)])
  return (
    <Prefetched>
      <TemplatesPage />
    </Prefetched>
  )
}
