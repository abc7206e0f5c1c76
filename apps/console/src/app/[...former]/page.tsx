import { notFound, redirect } from 'next/navigation'
import { organizationPath } from '#address/organization-path.ts'
import { lastOrganization } from '#server/page/last-organization.ts'
import { requireSession } from '#server/page/page-session.ts'
import { asSearchParams } from '#url/search-params.ts'

/** Sections whose pages once had URLs without an organization. */
const former = new Set([
  ...['account', 'audit-log', 'create-template', 'explore', 'export-things', 'fleets'],
  ...['import-things', 'integrations', 'keys', 'limits', 'members', 'metric-definitions'],
  ...['reference', 'settings', 'sites', 'templates', 'thing-types', 'things', 'usage'],
])

/** Redirects an old URL to the same page of the organization that the user used last. */
export default async function Page({ params, searchParams }: PageProps<'/[...former]'>) {
  const path = (await params).former
  if (!former.has(path[0] ?? '')) notFound()
  const session = await requireSession()
  const organizationId = await lastOrganization(session)
  if (organizationId === undefined) redirect(path[0] === 'account' ? '/operator/account' : '/')
  const query = asSearchParams(await searchParams).toString()
  const page = `${organizationPath(organizationId)}/${path.join('/')}`
  redirect(query === '' ? page : `${page}?${query}`)
}
