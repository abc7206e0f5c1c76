import type { Metadata } from 'next'
import { decoded } from '#address/decoded.ts'
import { Prefetched } from '#data/prefetched.tsx'
import { RequestPage } from '#operator/requests/request-page.tsx'
import { prefetch } from '#server/page/prefetch.ts'
import { texts } from '#texts/app.ts'

export const metadata: Metadata = { title: texts.titles.limitRequest }

export default async function Page({ params }: PageProps<'/operator/requests/[requestId]'>) {
  const id = decoded((await params).requestId)
  await prefetch((trpc) => [trpc.operator.request.queryOptions({ id })])
  return (
    <Prefetched>
      <RequestPage id={id} />
    </Prefetched>
  )
}
