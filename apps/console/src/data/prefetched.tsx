import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { pageQueries } from '#server/trpc/page.ts'

/** Passes prefetched queries to the browser's cache, so that the first paint has the data. */
export function Prefetched({ children }: { children: ReactNode }) {
  return <HydrationBoundary state={dehydrate(pageQueries())}>{children}</HydrationBoundary>
}
