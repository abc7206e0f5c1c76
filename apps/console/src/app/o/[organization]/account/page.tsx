import type { Metadata } from 'next'
import { AccountPage } from '#account/account-page.tsx'
import { Prefetched } from '#data/prefetched.tsx'
import { prefetch } from '#server/page/prefetch.ts'
import { texts } from '#texts/app.ts'

export const metadata: Metadata = { title: texts.titles.account }

export default async function Page() {
  await prefetch((trpc) => [trpc.account.get.queryOptions()])
  return (
    <Prefetched>
      <AccountPage />
    </Prefetched>
  )
}
