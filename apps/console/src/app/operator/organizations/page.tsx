import type { Metadata } from 'next'
import { Prefetched } from '#data/prefetched.tsx'
import { OrganizationsPage } from '#operator/organizations/organizations-page.tsx'
import { tenantsQuery } from '#operator/organizations/query.ts'
import { prefetch, readSearchParams } from '#server/page/prefetch.ts'
import { texts } from '#texts/app.ts'

export const metadata: Metadata = { title: texts.titles.organizations }

export default async function Page({ searchParams }: PageProps<'/operator/organizations'>) {
  const query = tenantsQuery(await readSearchParams(searchParams))
  await prefetch((trpc) => [trpc.operator.organizations.queryOptions(query)])
  return (
    <Prefetched>
      <OrganizationsPage />
    </Prefetched>
  )
}
