import { useQuery } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { runHook } from '#data/testing/run-hook.tsx'
import { useTRPC } from '#data/trpc.ts'
import { CreateKey } from './create-key.tsx'

test('a key whose answer was lost is in the list', async () => {
  let lists = 0
  const { now, act } = await runHook(
    () => {
      useQuery(useTRPC().keys.list.queryOptions({ query: {} }))
      return CreateKey({ opened: true, onClose() {} })
    },
    (operation) => {
      if (operation !== 'keys.list') throw new Error('lost')
      lists += 1
      return { items: [], nextCursor: null }
    },
  )
  expect(lists).toBe(1)
  await act(() =>
    now()
      .props.children.props.onSubmit({})
      .catch(() => {}),
  )
  await expect.poll(() => lists).toBe(2)
})
