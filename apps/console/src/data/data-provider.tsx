'use client'

import { notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { createTRPCClient, httpBatchLink } from '@trpc/client'
import { type ReactNode, useEffect, useState } from 'react'
import type { AppRouter } from '#server/trpc/router.ts'
import { texts } from '#texts/data.ts'
import { MAX_BATCH } from './batch.ts'
import { ORGANIZATION_HEADER } from './organization-header.ts'
import { personHeader, setPagePerson } from './page-person.ts'
import { makeQueryClient } from './query-client.ts'
import { forgetSignedOut, signInAgain, tellChangeSignedOut } from './signed-out.tsx'
import { TRPCProvider } from './trpc.ts'
import { waitAndRetry } from './wait-and-retry.ts'

interface DataProviderProps {
  /** Sent with every call of the pages within; omit it for pages outside an organization. */
  readonly organizationId?: string
  /** Whose pages these are, also sent with every call; omit it for pages that need no session. */
  readonly userId?: string
  readonly children: ReactNode
}

/** The query cache and tRPC client of one person in one organization. */
export function DataProvider({ organizationId, userId, children }: DataProviderProps) {
  const [queryClient] = useState(() =>
    makeQueryClient(signInAgain, tellChangeSignedOut, forgetSignedOut),
  )
  const headers = {
    ...personHeader(userId),
    ...(organizationId !== undefined && { [ORGANIZATION_HEADER]: organizationId }),
  }
  useEffect(() => setPagePerson(userId), [userId])
  const [trpcClient] = useState(() =>
    createTRPCClient<AppRouter>({
      links: [
        waitAndRetry(tellWait),
        httpBatchLink({ url: '/api/trpc', maxItems: MAX_BATCH, headers }),
      ],
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

/** Shows a single notice, however many calls wait. */
function tellWait(seconds: number) {
  const id = 'calls-wait'
  const message = texts.waits(seconds)
  notifications.hide(id)
  notifications.show({ id, message, autoClose: (seconds + 1) * 1000 })
}
