import type { Metadata } from 'next'
import { Prefetched } from '#data/prefetched.tsx'
import { prefetch } from '#server/page/prefetch.ts'
import { texts } from '#texts/app.ts'
import { UsagePage } from '#usage/usage-page.tsx'
import { usageQuery } from '#usage/use-usage.ts'

export const metadata: Metadata = { title: texts.titles.usage }

export default async function Page() {
  await prefetch((trpc) => [trpc.organization.usage.queryOptions(usageQuery)])
  return (
    <Prefetched>
      <UsagePage />
    </Prefetched>
  )
}
