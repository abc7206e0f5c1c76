import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createTRPCClient, type TRPCLink } from '@trpc/client'
import { observable } from '@trpc/server/observable'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { TRPCProvider, useTRPC } from '#data/trpc.ts'
import type { AppRouter } from '#server/trpc/router.ts'
import { useMappingChanges } from './use-changes.ts'

const mapping = { id: 'plc', name: 'PLC', etag: '1' } as never

const saves: TRPCLink<AppRouter> = () => () =>
  observable((observer) => {
    observer.next({ result: { type: 'data', data: { id: 'plc', name: 'PLC', etag: '2' } } })
    observer.complete()
  })

test('the page has the saved version before its form accepts more input', async () => {
  const queryClient = new QueryClient()
  const trpcClient = createTRPCClient<AppRouter>({ links: [saves] })
  let update: ReturnType<typeof useMappingChanges>['update'] | undefined
  let read = (): unknown => undefined
  function Form() {
    const trpc = useTRPC()
    update = useMappingChanges().update
    read = () =>
      queryClient.getQueryData(
        trpc.mappings.get.queryKey({ params: { mappingId: 'plc' }, query: {} }),
      )
    return null
  }
  renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <TRPCProvider trpcClient={trpcClient} queryClient={queryClient}>
        <Form />
      </TRPCProvider>
    </QueryClientProvider>,
  )
  await update?.(mapping, { name: 'PLC' })
  expect(read()).toMatchObject({ etag: '2' })
  queryClient.clear()
})
