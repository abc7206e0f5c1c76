import { expect, test } from 'vitest'
import { propsWithin } from '#data/testing/props-within.ts'
import { runHook } from '#data/testing/run-hook.tsx'
import { KeysList } from './keys-list.tsx'
import { exampleKey } from './testing/example-key.ts'

test('says so if the calls of the keys could not be loaded', async () => {
  let overviews = 0
  const { now, act } = await runHook(
    () => KeysList({ create: null }),
    (operation) => {
      if (operation === 'keys.list') return { items: [exampleKey()], nextCursor: null }
      overviews += 1
      throw new Error('lost')
    },
  )
  const notice = () => propsWithin(now(), ({ use }) => use?.error)?.use
  await expect.poll(() => notice()?.error.message).toBe('lost')
  await act(() => notice().retry())
  expect(overviews).toBe(2)
})
