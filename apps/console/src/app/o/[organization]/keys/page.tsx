import type { Metadata } from 'next'
import { Prefetched } from '#data/prefetched.tsx'
import { OwnAddressProvider } from '#keys/address/own-address.tsx'
import { pageAddress } from '#keys/address/page-address.ts'
import { KeysPage } from '#keys/keys-page.tsx'
import { keysQuery } from '#keys/query.ts'
import { prefetch, readSearchParams } from '#server/page/prefetch.ts'
import { texts } from '#texts/app.ts'

export const metadata: Metadata = { title: texts.titles.keys }

export default async function Page({ searchParams }: PageProps<'/o/[organization]/keys'>) {
  const query = keysQuery(await readSearchParams(searchParams))
  await prefetch((trpc) => [trpc.keys.list.queryOptions(query)])
  return (
    <Prefetched>
      <OwnAddressProvider address={await pageAddress()}>
        <KeysPage />
      </OwnAddressProvider>
    </Prefetched>
  )
}
