import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createTRPCClient, type TRPCLink } from '@trpc/client'
import { observable } from '@trpc/server/observable'
import type { ReactNode } from 'react'
import type { AppRouter } from '#server/trpc/router.ts'
import { TRPCProvider } from '../trpc.ts'

/** The server's answer to a call. If it throws, the call fails. */
export type Answer = (operation: string, input: unknown) => unknown

/** A query client that does not retry, and the providers for components that call the server. */
export function answeredBy(answer: Answer) {
  const queryClient = new QueryClient({
    defaultOptions: { queries: { retry: false, retryOnMount: false } },
  })
  const link: TRPCLink<AppRouter> =
    () =>
    ({ op }) =>
      observable((observer) => {
        const call = async () => {
          observer.next({ result: { type: 'data', data: await answer(op.path, op.input) } })
          observer.complete()
        }
        call().catch((error) => observer.error(error))
      })
  const trpcClient = createTRPCClient<AppRouter>({ links: [link] })
  const around = (content: ReactNode) => (
    <QueryClientProvider client={queryClient}>
      <TRPCProvider trpcClient={trpcClient} queryClient={queryClient}>
        {content}
      </TRPCProvider>
    </QueryClientProvider>
  )
  return { queryClient, around }
}
