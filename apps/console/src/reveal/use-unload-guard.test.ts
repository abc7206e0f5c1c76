import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { runHook } from '#data/testing/run-hook.tsx'
import { useUnloadGuard } from './use-unload-guard.ts'

/** A browser that is asked to go back does so later. */
function tab() {
  const events = new EventTarget()
  const calls: string[] = []
  vi.stubGlobal('window', {
    ...{ setTimeout, clearTimeout, location: { href: 'https://console.example/o/demo/members' } },
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
    history: { pushState: () => calls.push('push'), back: () => calls.push('back') },
  })
  return { calls, goneBack: () => events.dispatchEvent(new Event('popstate')) }
}

test('a guard that is released acts once its history entry is gone, and only once', async () => {
  const onBack = vi.fn()
  const { now, act } = await runHook(
    () => {
      const [isOn, setOn] = useState(false)
      return { setOn, release: useUnloadGuard(isOn, onBack) }
    },
    () => undefined,
  )
  const { calls, goneBack } = tab()
  await act(() => now().setOn(true))
  await act(goneBack)
  expect(onBack).toHaveBeenCalledOnce()
  expect(calls).toEqual(['push', 'push'])
  const then = vi.fn()
  await act(() => now().release(then))
  await act(() => now().release(then))
  expect(calls).toEqual(['push', 'push', 'back'])
  expect(then).not.toHaveBeenCalled()
  await act(goneBack)
  expect(then).toHaveBeenCalledOnce()
  await act(() => now().setOn(false))
  expect(calls).toHaveLength(3)
  await act(() => now().release(then))
  expect(then).toHaveBeenCalledTimes(2)
})
