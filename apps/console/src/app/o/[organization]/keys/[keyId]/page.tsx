import type { Metadata } from 'next'
import { Prefetched } from '#data/prefetched.tsx'
import { OwnAddressProvider } from '#keys/address/own-address.tsx'
import { pageAddress } from '#keys/address/page-address.ts'
import { KeyPage } from '#keys/page/key-page.tsx'
import { prefetch } from '#server/prefetch.ts'
import { texts } from '#texts/app.ts'

export const metadata: Metadata = { title: texts.titles.key }

export default async function Page({ params }: PageProps<'/o/[organization]/keys/[keyId]'>) {
  const keyId = decodeURIComponent((await params).keyId)
  await prefetch((trpc) => [trpc.keys.get.queryOptions({ params: { keyId }, query: {} })])
  return (
    <Prefetched>
      <OwnAddressProvider address={await pageAddress()}>
        <KeyPage keyId={keyId} />
      </OwnAddressProvider>
    </Prefetched>
  )
}
