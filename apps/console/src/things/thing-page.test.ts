import { environmentManager } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { runHook } from '#data/testing/run-hook.tsx'
import { ThingPage } from './thing-page.tsx'

afterEach(() => {
  vi.useRealTimers()
  environmentManager.setIsServer(() => true)
})

test('a notice of silence is read again, like the values', async () => {
  environmentManager.setIsServer(() => false)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  let reads = 0
  const { act } = await runHook(
    () => ThingPage({ thingId: 'truck-1' }),
    () => {
      reads += 1
      return { id: 'truck-1', freshness: 'silent' }
    },
  )
  expect(reads).toBe(1)
  await act(() => vi.advanceTimersByTime(35_000))
  expect(reads).toBe(2)
})
