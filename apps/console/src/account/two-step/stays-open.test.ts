import { expect, test, vi } from 'vitest'
import { runHook } from '#data/testing/run-hook.tsx'
import { RenewCodes } from './renew-codes.tsx'
import { TurnOn } from './turn-on.tsx'

test.each([
  ['turns two-step sign-in on', TurnOn],
  ['renews backup codes', RenewCodes],
])('the dialog that %s stays open during its call', async (_, Dialog) => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', () => promise)
  const { now, act } = await runHook(
    () => Dialog({ opened: true, onClose() {} }),
    () => undefined,
  )
  const isBusy = () => now().props.isBusy
  expect(isBusy()).toBe(false)
  await act(() => void now().props.children.props.call('the password'))
  await expect.poll(isBusy).toBe(true)
  await act(() => resolve(Response.json({})))
  await expect.poll(isBusy).toBe(false)
})
