import { TRPCError } from '@trpc/server'
import { headers } from 'next/headers'
import { notFound } from 'next/navigation'
import { asSearchParams } from '#url/search-params.ts'
import { tracedPage } from '../traced.ts'
import { pageQueries, pageTrpc } from '../trpc/page.ts'
import { pageSession, requireSession } from './page-session.ts'

type PageTrpc = ReturnType<typeof pageTrpc>
type Prefetchable = Parameters<ReturnType<typeof pageQueries>['prefetchQuery']>[0]

/**
 * Loads what a page shows first while it renders. If that fails, the browser tries again and shows its own error state.
 */
export async function prefetch(choose: (trpc: PageTrpc) => readonly unknown[]): Promise<void> {
  await tracedPage(await headers(), async () => {
    if ((await pageSession()) === null) return
    const chosen = choose(pageTrpc()) as readonly Prefetchable[]
    await Promise.all(chosen.map((options) => pageQueries().prefetchQuery(options)))
  })
  // Redirects by throwing, which must not count as a failure of the span.
  await requireSession()
}

/** Answers 404 if the page's own resource, requested with this key, does not exist. */
export function requireFound(queryKey: readonly unknown[]): void {
  const error: unknown = pageQueries().getQueryState(queryKey)?.error
  if (error instanceof TRPCError && error.code === 'NOT_FOUND') notFound()
}

export async function readSearchParams(
  raw: Promise<Record<string, string | string[] | undefined>>,
): Promise<URLSearchParams> {
  return asSearchParams(await raw)
}
