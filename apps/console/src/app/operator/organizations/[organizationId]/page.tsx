import type { Metadata } from 'next'
import { decoded } from '#address/decoded.ts'
import { Prefetched } from '#data/prefetched.tsx'
import { OrganizationPage } from '#operator/organizations/organization-page.tsx'
import { prefetch } from '#server/page/prefetch.ts'
import { texts } from '#texts/app.ts'

export const metadata: Metadata = { title: texts.titles.organization }

export default async function Page({
  params,
}: PageProps<'/operator/organizations/[organizationId]'>) {
  const id = decoded((await params).organizationId)
  await prefetch((trpc) => [
    trpc.operator.organization.queryOptions({ id }),
    trpc.operator.limits.queryOptions({ id }),
  ])
  return (
    <Prefetched>
      <OrganizationPage id={id} />
    </Prefetched>
  )
}
