import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { pageQueries } from '#server/trpc/page.ts'

/** Hands what a page has prefetched to the browser's cache, so that its first paint has the data. */
export function Prefetched({ children }: { children: ReactNode }) {
  return <HydrationBoundary state={dehydrate(pageQueries())}>{children}</HydrationBoundary>
}
