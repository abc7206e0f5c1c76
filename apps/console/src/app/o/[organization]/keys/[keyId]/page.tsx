import type { Metadata } from 'next'
import { decoded } from '#address/decoded.ts'
import { trailQuery } from '#audit/query.ts'
import { Prefetched } from '#data/prefetched.tsx'
import { OwnAddressProvider } from '#keys/address/own-address.tsx'
import { pageAddress } from '#keys/address/page-address.ts'
import { KeyPage } from '#keys/page/key-page.tsx'
import { suggestionsQuery, usageQuery } from '#keys/page/queries.ts'
import { keyTabs } from '#keys/page/tabs.ts'
import { pageZone } from '#server/page/page-zone.ts'
import { prefetch, readSearchParams } from '#server/page/prefetch.ts'
import { texts } from '#texts/app.ts'
import { oneOf } from '#url/search-params.ts'

type Props = PageProps<'/o/[organization]/keys/[keyId]'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: texts.titles.key(decoded((await params).keyId)) }
}

export default async function Page({ params, searchParams }: Props) {
  const keyId = decoded((await params).keyId)
  const asked = await readSearchParams(searchParams)
  const timezone = await pageZone()
  await prefetch((trpc) => {
    const ofTab = {
      usage: trpc.keys.usage.queryOptions(usageQuery(keyId, asked, timezone)),
      calls: undefined,
      access: trpc.keys.suggestions.queryOptions(suggestionsQuery(keyId)),
      history: trpc.audit.list.queryOptions(trailQuery(`KEY/${keyId}`, asked)),
    }[oneOf(asked, 'tab', keyTabs) ?? 'usage']
    return [
      trpc.keys.get.queryOptions({ params: { keyId }, query: {} }),
      trpc.keys.usageOverview.queryOptions({ query: { keys: keyId, timezone } }),
      ...(ofTab ? [ofTab] : []),
    ]
  })
  return (
    <Prefetched>
      <OwnAddressProvider address={await pageAddress()}>
        <KeyPage keyId={keyId} />
      </OwnAddressProvider>
    </Prefetched>
  )
}
