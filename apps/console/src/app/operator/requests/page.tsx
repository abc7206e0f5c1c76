import type { Metadata } from 'next'
import { Prefetched } from '#data/prefetched.tsx'
import { RequestsPage } from '#operator/requests/requests-page.tsx'
import { prefetch } from '#server/page/prefetch.ts'
import { texts } from '#texts/app.ts'

export const metadata: Metadata = { title: texts.titles.limitRequests }

export default async function Page() {
  await prefetch((trpc) => [trpc.operator.requests.queryOptions()])
  return (
    <Prefetched>
      <RequestsPage />
    </Prefetched>
  )
}
