import { TRPCError } from '@trpc/server'
import { expect, it } from 'vitest'
import { makeQueryClient } from './query-client.ts'

it('asks once on the server, where a page would wait for the retries', async () => {
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
