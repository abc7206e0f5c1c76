import { afterEach, expect, test, vi } from 'vitest'
import { runHook } from '#data/testing/run-hook.tsx'
import { useNow } from './clock.tsx'

afterEach(() => vi.useRealTimers())

test('the clock is right on a page that opens after pages without a clock', async () => {
  const later = Date.now() + 3_600_000
  vi.useFakeTimers({ now: later, toFake: ['Date', 'setInterval', 'clearInterval'] })
  const { now, act } = await runHook(useNow, () => undefined)
  expect(now()).toBe(later)
  await act(() => vi.advanceTimersByTime(10_000))
  expect(now()).toBe(later)
  await act(() => vi.advanceTimersByTime(5_000))
  expect(now()).toBe(later + 15_000)
})

test('all times of a page share one timer', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  await runHook(
    () => [useNow(), useNow(), useNow()],
    () => undefined,
  )
  expect(vi.getTimerCount()).toBe(1)
})
