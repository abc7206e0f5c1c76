import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { propsWithin } from '#data/testing/props-within.ts'
import { runHook } from '#data/testing/run-hook.tsx'
import { OwnFigure } from './own-figure.tsx'

test('a reset does what its dialog said when it opened, though the value was refetched since', async () => {
  const resetFrom = vi.fn(async (_was: number) => {})
  const { now, act } = await runHook(
    () => {
      const [value, refetched] = useState(600)
      const reset = { title: 'Reset?', effect: `Now: ${value}`, done: 'Reset.' }
      const shown = OwnFigure({
        labels: { change: 'Change', reset: 'Reset' },
        isOwn: true,
        reset: { ...reset, act: () => resetFrom(value) },
        dialog: () => null,
      })
      return { shown, refetched }
    },
    () => undefined,
  )
  const propsOf = (fits: Parameters<typeof propsWithin>[1]) => propsWithin(now().shown, fits)
  const open = () => propsOf((props) => props['aria-label'] === 'Reset').onClick()
  const dialog = () => propsOf((props) => props.act)
  await act(() => now().refetched(700))
  await act(open)
  await act(() => now().refetched(800))
  expect(dialog()).toMatchObject({ opened: true, children: 'Now: 700' })
  await dialog().act()
  expect(resetFrom).toHaveBeenCalledExactlyOnceWith(700)
})
