import type { Metadata } from 'next'
import { Prefetched } from '#data/prefetched.tsx'
import { MembersPage } from '#members/members-page.tsx'
import { invitationsQuery, membersQuery, memberTab } from '#members/query.ts'
import { prefetch, readSearchParams } from '#server/prefetch.ts'

export const metadata: Metadata = { title: 'Members' }

export default async function Page({ searchParams }: PageProps<'/o/[organization]/members'>) {
  const params = await readSearchParams(searchParams)
  await prefetch((trpc) => [
    trpc.members.inviting.queryOptions(),
    memberTab(params) === 'people'
      ? trpc.members.list.queryOptions(membersQuery(params))
      : trpc.members.invitations.queryOptions(invitationsQuery(params)),
  ])
  return (
    <Prefetched>
      <MembersPage />
    </Prefetched>
  )
}
