import { useState } from 'react'
import { expect, test } from 'vitest'
import { runHook } from '#data/testing/run-hook.tsx'
import { useChosen } from './use-chosen.ts'

test('a change of the filters ends the selection of all that match, also when they come back', async () => {
  const { now, act } = await runHook(
    () => {
      const [filters, setFilters] = useState('a')
      return { ...useChosen([], filters), setFilters }
    },
    () => undefined,
  )
  await act(() => now().every())
  expect(now().isEvery).toBe(true)
  await act(() => now().setFilters('b'))
  expect(now().isEvery).toBe(false)
  await act(() => now().setFilters('a'))
  expect(now().isEvery).toBe(false)
})
