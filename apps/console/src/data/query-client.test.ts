import { onlineManager } from '@tanstack/react-query'
import { TRPCError } from '@trpc/server'
import { afterEach, expect, it } from 'vitest'
import { makeQueryClient } from './query-client.ts'

it('does not retry on the server, where the page would wait', async () => {
  let calls = 0
  await makeQueryClient().prefetchQuery({
    queryKey: ['thing'],
    queryFn: () => {
      calls += 1
      throw new TRPCError({ code: 'NOT_FOUND' })
    },
  })
  expect(calls).toBe(1)
})

afterEach(() => onlineManager.setOnline(true))

it('calls a console on this machine while the browser is offline, and fails at once if it is unreachable', async () => {
  onlineManager.setOnline(false)
  const client = makeQueryClient()
  expect(await client.fetchQuery({ queryKey: ['thing'], queryFn: () => 'there' })).toBe('there')
  const lost = new Error('Failed to fetch')
  const save = client.getMutationCache().build(client, { mutationFn: () => Promise.reject(lost) })
  await expect(save.execute(undefined)).rejects.toBe(lost)
  client.clear()
})
