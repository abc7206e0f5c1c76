import { QueryClient, QueryClientProvider, QueryObserver } from '@tanstack/react-query'
import { createTRPCClient, type TRPCLink } from '@trpc/client'
import { observable } from '@trpc/server/observable'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { TRPCProvider } from '#data/trpc.ts'
import type { AppRouter } from '#server/trpc/router.ts'
import { exampleKey } from '../testing/example-key.ts'
import { useUpdate } from './use-update.ts'

const saves: TRPCLink<AppRouter> = () => () =>
  observable((observer) => {
    observer.next({ result: { type: 'data', data: exampleKey() } })
    observer.complete()
  })

test('a save resolves without waiting for the page to reload its data', async () => {
  const queryClient = new QueryClient()
  const trpcClient = createTRPCClient<AppRouter>({ links: [saves] })
  let reads = 0
  const page = new QueryObserver(queryClient, {
    queryKey: [['keys', 'get'], {}],
    queryFn: () => {
      reads += 1
      return new Promise(() => {})
    },
    initialData: 'as it was',
    staleTime: Number.POSITIVE_INFINITY,
  })
  const leave = page.subscribe(() => {})
  let update: ReturnType<typeof useUpdate>['update'] | undefined
  function Form() {
    update = useUpdate().update
    return null
  }
  renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <TRPCProvider trpcClient={trpcClient} queryClient={queryClient}>
        <Form />
      </TRPCProvider>
    </QueryClientProvider>,
  )
  await update?.(exampleKey(), { name: 'renamed' })
  expect(reads).toBe(1)
  leave()
  queryClient.clear()
})
