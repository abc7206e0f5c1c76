import { TRPCError } from '@trpc/server'
import { headers } from 'next/headers'
import { notFound } from 'next/navigation'
import { asSearchParams } from '#url/search-params.ts'
import { pageSession, requireSession } from './page-session.ts'
import { tracedPage } from './traced.ts'
import { pageQueries, pageTrpc } from './trpc/page.ts'

type PageTrpc = ReturnType<typeof pageTrpc>
type Prefetchable = Parameters<ReturnType<typeof pageQueries>['prefetchQuery']>[0]

/**
 * Loads what a page shows first while it renders. A failure is no failure of the page: the browser asks
 * again and shows its own error state.
 */
export async function prefetch(choose: (trpc: PageTrpc) => readonly unknown[]): Promise<void> {
  await tracedPage(await headers(), async () => {
    if ((await pageSession()) === null) return
    const chosen = choose(pageTrpc()) as readonly Prefetchable[]
    await Promise.all(chosen.map((options) => pageQueries().prefetchQuery(options)))
  })
  // Leads strangers away by an error, which is no failure of what was traced.
  await requireSession()
}

/** Answers 404 where the page's own resource, which was requested by this key, is missing. */
export function requireFound(queryKey: readonly unknown[]): void {
  const error: unknown = pageQueries().getQueryState(queryKey)?.error
  if (error instanceof TRPCError && error.code === 'NOT_FOUND') notFound()
}

export async function readSearchParams(
  raw: Promise<Record<string, string | string[] | undefined>>,
): Promise<URLSearchParams> {
  return asSearchParams(await raw)
}
