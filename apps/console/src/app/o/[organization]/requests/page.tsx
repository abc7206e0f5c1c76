import type { Metadata } from 'next'
import { Prefetched } from '#data/prefetched.tsx'
import { OwnAddressProvider } from '#keys/address/own-address.tsx'
import { pageAddress } from '#keys/address/page-address.ts'
import { readLogQuestion } from '#requests/question.ts'
import { RequestLogPage } from '#requests/request-log-page.tsx'
import { prefetch, readSearchParams } from '#server/page/prefetch.ts'
import { texts } from '#texts/app.ts'

export const metadata: Metadata = { title: texts.titles.requests }

export default async function Page({ searchParams }: PageProps<'/o/[organization]/requests'>) {
  const { list, count } = readLogQuestion(await readSearchParams(searchParams))
  await prefetch((trpc) => [
    trpc.calls.list.queryOptions(list),
    trpc.calls.count.queryOptions(count),
  ])
  return (
    <Prefetched>
      <OwnAddressProvider address={await pageAddress()}>
        <RequestLogPage />
      </OwnAddressProvider>
    </Prefetched>
  )
}
