import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createTRPCClient, type TRPCLink } from '@trpc/client'
import { observable } from '@trpc/server/observable'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { TRPCProvider } from '#data/trpc.ts'
import type { AppRouter } from '#server/trpc/router.ts'
import { useRotateSecret } from '../../integrations/secret/use-rotate-secret.ts'
import { exampleKey } from '../testing/example-key.ts'
import { useRotate } from './use-rotate.ts'

test.each([
  ['a key', (over: object) => useRotate().rotate.bind(null, { ...exampleKey(), ...over }, 0)],
  ['a secret', (over: object) => useRotateSecret().rotate.bind(null, over as never, 0)],
])('%s is rotated only as it was read', async (_, useOf) => {
  const queryClient = new QueryClient()
  const inputs: unknown[] = []
  const lost: TRPCLink<AppRouter> =
    () =>
    ({ op }) =>
      observable(() => void inputs.push(op.input))
  const trpcClient = createTRPCClient<AppRouter>({ links: [lost] })
  let rotate = () => {}
  function Form() {
    rotate = useOf({ id: 'x', etag: '7' })
    return null
  }
  renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <TRPCProvider trpcClient={trpcClient} queryClient={queryClient}>
        <Form />
      </TRPCProvider>
    </QueryClientProvider>,
  )
  rotate()
  await vi.waitFor(() => expect(inputs).toMatchObject([{ ifMatch: '"7"' }]))
  queryClient.clear()
})
