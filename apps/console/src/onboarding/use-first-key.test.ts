import { useQuery } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { runHook } from '#data/testing/run-hook.tsx'
import { useTRPC } from '#data/trpc.ts'
import { useFirstKey } from './use-first-key.ts'

const thing = { id: 'truck-1', name: 'Truck 1', thingTypeId: 'truck' }

test('a key whose answer was lost is looked for before another one is made', async () => {
  let lists = 0
  const { now, act } = await runHook(
    () => {
      const trpc = useTRPC()
      useQuery(trpc.keys.list.queryOptions({ query: {} }))
      return useFirstKey()
    },
    (operation) => {
      if (operation !== 'keys.list') throw new Error('lost')
      lists += 1
      return { items: [], nextCursor: null }
    },
  )
  expect(lists).toBe(1)
  await act(() => now().makeFor(thing as Parameters<ReturnType<typeof useFirstKey>['makeFor']>[0]))
  await expect.poll(() => lists).toBe(2)
  expect(now().failure).toContain('may have been created')
})
