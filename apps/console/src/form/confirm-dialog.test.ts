import { expect, test, vi } from 'vitest'
import { propsWithin } from '#data/testing/props-within.ts'
import { runHook } from '#data/testing/run-hook.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'

test('the dialog stays open while it acts, so that a failure is seen', async () => {
  const { promise, reject } = Promise.withResolvers()
  const onClose = vi.fn()
  const texts = { title: 'Delete?', action: 'Delete', keep: 'Keep', done: 'Deleted.' }
  const { now, act } = await runHook(
    () => ConfirmDialog({ ...texts, act: () => promise, opened: true, onClose, children: null }),
    () => undefined,
  )
  const button = (label: string) => propsWithin(now(), ({ children }) => children === label)
  await act(() => button('Delete').onClick())
  await expect.poll(() => button('Keep').disabled).toBe(true)
  await act(() => now().props.onClose())
  expect(onClose).not.toHaveBeenCalled()
  await act(() => reject(new Error('lost')))
  await expect.poll(() => button('Keep').disabled).toBe(false)
  await act(() => now().props.onClose())
  expect(onClose).toHaveBeenCalledOnce()
})
