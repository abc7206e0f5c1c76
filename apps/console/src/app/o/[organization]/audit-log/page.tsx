import type { Metadata } from 'next'
import { AuditPage } from '#audit/audit-page.tsx'
import { auditPageQuery } from '#audit/query.ts'
import { Prefetched } from '#data/prefetched.tsx'
import { prefetch, readSearchParams } from '#server/page/prefetch.ts'
import { texts } from '#texts/app.ts'

export const metadata: Metadata = { title: texts.titles.auditLog }

export default async function Page({ searchParams }: PageProps<'/o/[organization]/audit-log'>) {
  const query = auditPageQuery(await readSearchParams(searchParams))
  await prefetch((trpc) => [trpc.audit.list.queryOptions(query)])
  return (
    <Prefetched>
      <AuditPage />
    </Prefetched>
  )
}
