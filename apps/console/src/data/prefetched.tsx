import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { pageSession } from '#server/page/page-session.ts'
import { pageQueries } from '#server/trpc/page.ts'
import { SamePerson } from './same-person.tsx'

/** Passes prefetched queries to the browser's cache, so that the first paint has the data. */
export async function Prefetched({ children }: { children: ReactNode }) {
  const session = await pageSession()
  return (
    <SamePerson userId={session?.user.id}>
      <HydrationBoundary state={dehydrate(pageQueries())}>{children}</HydrationBoundary>
    </SamePerson>
  )
}
