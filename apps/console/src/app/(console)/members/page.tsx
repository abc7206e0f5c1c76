import type { Metadata } from 'next'
import { Prefetched } from '#data/prefetched.tsx'
import { MembersPage } from '#members/members-page.tsx'
import { prefetch } from '#server/prefetch.ts'

export const metadata: Metadata = { title: 'Members' }

export default async function Page() {
  await prefetch((trpc) => [
    trpc.members.list.queryOptions(),
    trpc.members.invitations.queryOptions(),
  ])
  return (
    <Prefetched>
      <MembersPage />
    </Prefetched>
  )
}
