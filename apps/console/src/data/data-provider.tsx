'use client'

import { QueryClientProvider } from '@tanstack/react-query'
import { createTRPCClient, httpBatchLink } from '@trpc/client'
import { type ReactNode, useState } from 'react'
import type { AppRouter } from '#server/trpc/router.ts'
import { MAX_BATCH } from './batch.ts'
import { makeQueryClient } from './query-client.ts'
import { TRPCProvider } from './trpc.ts'

/** The tab's query cache and its way to the server. */
export function DataProvider({ children }: { children: ReactNode }) {
  const [queryClient] = useState(() => makeQueryClient(signInAgain))
  const [trpcClient] = useState(() =>
    createTRPCClient<AppRouter>({
      links: [httpBatchLink({ url: '/api/trpc', maxItems: MAX_BATCH })],
    }),
  )
  return (
    <QueryClientProvider client={queryClient}>
      <TRPCProvider trpcClient={trpcClient} queryClient={queryClient}>
        {children}
      </TRPCProvider>
    </QueryClientProvider>
  )
}

function signInAgain() {
  const { pathname, search } = window.location
  window.location.assign(`/sign-in?next=${encodeURIComponent(pathname + search)}`)
}
