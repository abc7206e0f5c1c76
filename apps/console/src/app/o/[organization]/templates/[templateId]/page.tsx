import type { Metadata } from 'next'
import { decoded } from '#address/decoded.ts'
import { Prefetched } from '#data/prefetched.tsx'
import { prefetch, readSearchParams, requireFound } from '#server/page/prefetch.ts'
import { pageTrpc } from '#server/trpc/page.ts'
import { applicationsQuery } from '#templates/query.ts'
import { TemplatePage } from '#templates/template-page.tsx'

type Props = PageProps<'/o/[organization]/templates/[templateId]'>

async function idOf({ params }: Props): Promise<string> {
  return decoded((await params).templateId)
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  return { title: await idOf(props) }
}

export default async function Page(props: Props) {
  const templateId = await idOf(props)
  const applications = applicationsQuery(templateId, await readSearchParams(props.searchParams))
  const template = pageTrpc().templates.get.queryOptions({ params: { templateId }, query: {} })
  await prefetch((trpc) => [template, trpc.templates.applications.queryOptions(applications)])
  requireFound(template.queryKey)
  return (
    <Prefetched>
      <TemplatePage templateId={templateId} />
    </Prefetched>
  )
}
