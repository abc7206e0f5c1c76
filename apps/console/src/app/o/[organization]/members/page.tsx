import type { Metadata } from 'next'
import { Prefetched } from '#data/prefetched.tsx'
import { MembersPage } from '#members/members-page.tsx'
import { invitationsQuery, membersQuery, memberTab, securityQuery } from '#members/query.ts'
import { prefetch, readSearchParams } from '#server/page/prefetch.ts'
import { texts } from '#texts/app.ts'

export const metadata: Metadata = { title: texts.titles.members }

export default async function Page({ searchParams }: PageProps<'/o/[organization]/members'>) {
  const params = await readSearchParams(searchParams)
  await prefetch(({ members }) => {
    const tabs = {
      people: () => members.list.queryOptions(membersQuery(params)),
      invitations: () => members.invitations.queryOptions(invitationsQuery(params)),
      security: () => members.security.queryOptions(securityQuery(params)),
    }
    return [members.inviting.queryOptions(), tabs[memberTab(params)]()]
  })
  return (
    <Prefetched>
      <MembersPage />
    </Prefetched>
  )
}
