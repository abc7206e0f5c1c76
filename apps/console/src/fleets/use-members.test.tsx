import { notifications } from '@mantine/notifications'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createTRPCClient, TRPCClientError, type TRPCLink } from '@trpc/client'
import { observable } from '@trpc/server/observable'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { TRPCProvider } from '#data/trpc.ts'
import type { AppRouter } from '#server/trpc/router.ts'
import { useMembers } from './use-members.ts'

const failing: TRPCLink<AppRouter> = () => () =>
  observable((observer) => observer.error(new TRPCClientError('lost')))

function membersOf(queryClient: QueryClient) {
  const trpcClient = createTRPCClient<AppRouter>({ links: [failing] })
  const members: ReturnType<typeof useMembers>[] = []
  function Page() {
    members.push(useMembers({ id: 'north' } as Parameters<typeof useMembers>[0]))
    return null
  }
  renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <TRPCProvider trpcClient={trpcClient} queryClient={queryClient}>
        <Page />
      </TRPCProvider>
    </QueryClientProvider>,
  )
  return members[0]
}

afterEach(() => vi.restoreAllMocks())

test('shows every removal that failed, and leaves failed additions to their form', async () => {
  const show = vi.spyOn(notifications, 'show').mockReturnValue('')
  const queryClient = new QueryClient()
  const members = membersOf(queryClient)
  members?.takeOut('truck-1')
  members?.takeOut('truck-2')
  await vi.waitFor(() => expect(show).toHaveBeenCalledTimes(2))
  await expect(members?.add(['truck-3'])).rejects.toThrow('lost')
  expect(show).toHaveBeenCalledTimes(2)
  queryClient.clear()
})
