import type { Metadata } from 'next'
import { Prefetched } from '#data/prefetched.tsx'
import { prefetch } from '#server/prefetch.ts'
import { SettingsPage } from '#settings/settings-page.tsx'

export const metadata: Metadata = { title: 'Settings' }

export default async function Page() {
  await prefetch((trpc) => [trpc.organization.get.queryOptions({ query: {} })])
  return (
    <Prefetched>
      <SettingsPage />
    </Prefetched>
  )
}
