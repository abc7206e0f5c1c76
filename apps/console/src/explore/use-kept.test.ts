import { useState } from 'react'
import { expect, test } from 'vitest'
import { runHook } from '#data/testing/run-hook.tsx'
import { useKept } from './use-kept.ts'

test('a value stays the same object until it differs', async () => {
  const { now, act } = await runHook(
    () => {
      const [value, set] = useState(1)
      const [, again] = useState(0)
      return { kept: useKept([{ values: [value, null] }]), set, again }
    },
    () => undefined,
  )
  const first = now()
  await act(() => first.again(1))
  expect(now()).not.toBe(first)
  expect(now().kept).toBe(first.kept)
  await act(() => first.set(2))
  expect(now().kept).toEqual([{ values: [2, null] }])
})
