import { MantineProvider } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { runHook } from '#data/testing/run-hook.tsx'
import { LockedWhile } from './locked-while.tsx'
import { useBusy, useUnsavedGuard } from './unsaved.tsx'

const shown = (isBusy: boolean) =>
  renderToStaticMarkup(
    <MantineProvider>
      <LockedWhile isBusy={isBusy}>
        <input />
      </LockedWhile>
    </MantineProvider>,
  )

test('locks the fields, and the JSON editor too, while the form is saved', () => {
  const [fieldset] = /<fieldset[^>]*>/.exec(shown(true)) ?? []
  expect(fieldset).toContain('disabled=""')
  expect(fieldset).toContain('inert=""')
  expect(shown(false)).not.toMatch(/disabled=|inert=/)
})

test('a dialog does not close while its form is saved', async () => {
  let leave = (_: () => void) => {}
  function Dialog({ children }: { children: ReactNode }) {
    const dialog = useUnsavedGuard()
    leave = dialog.leave
    return dialog.around(children)
  }
  const { now, act } = await runHook(
    () => {
      const [isBusy, setBusy] = useState(true)
      useBusy(isBusy)
      return setBusy
    },
    () => undefined,
    (form) => <Dialog>{form}</Dialog>,
  )
  const go = vi.fn()
  leave(go)
  expect(go).not.toHaveBeenCalled()
  await act(() => now()(false))
  leave(go)
  expect(go).toHaveBeenCalledOnce()
})
