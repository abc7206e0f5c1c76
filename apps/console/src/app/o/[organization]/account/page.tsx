import type { Metadata } from 'next'
import { AccountPage } from '#account/account-page.tsx'
import { Prefetched } from '#data/prefetched.tsx'
import { prefetch } from '#server/prefetch.ts'

export const metadata: Metadata = { title: 'Your account' }

export default async function Page() {
  await prefetch((trpc) => [trpc.account.get.queryOptions()])
  return (
    <Prefetched>
      <AccountPage />
    </Prefetched>
  )
}
