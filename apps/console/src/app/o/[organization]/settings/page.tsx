import type { Metadata } from 'next'
import { Prefetched } from '#data/prefetched.tsx'
import { pageAdmission } from '#server/page/page-session.ts'
import { prefetch } from '#server/page/prefetch.ts'
import { SettingsPage } from '#settings/settings-page.tsx'
import { texts } from '#texts/app.ts'

export const metadata: Metadata = { title: texts.titles.settings }

export default async function Page() {
  const admission = await pageAdmission()
  const isOwner = admission?.actor?.role === 'owner'
  await prefetch((trpc) => [
    trpc.organization.get.queryOptions({ query: {} }),
    ...(isOwner ? [trpc.company.get.queryOptions()] : []),
  ])
  return (
    <Prefetched>
      <SettingsPage />
    </Prefetched>
  )
}
