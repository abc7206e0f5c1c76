import type { Metadata } from 'next'
import { decoded } from '#address/decoded.ts'
import { Prefetched } from '#data/prefetched.tsx'
import { IntegrationPage } from '#integrations/page/integration-page.tsx'
import { prefetch } from '#server/page/prefetch.ts'
import { texts } from '#texts/app.ts'

type Props = PageProps<'/o/[organization]/integrations/[integrationId]'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: texts.titles.integration(decoded((await params).integrationId)) }
}

export default async function Page({ params }: Props) {
  const integrationId = decoded((await params).integrationId)
  await prefetch((trpc) => [
    trpc.integrations.get.queryOptions({ params: { integrationId }, query: {} }),
    trpc.integrations.deliveries.queryOptions({ params: { integrationId }, query: {} }),
  ])
  return (
    <Prefetched>
      <IntegrationPage integrationId={integrationId} />
    </Prefetched>
  )
}
