import { expect, test, vi } from 'vitest'
import { propsWithin } from '#data/testing/props-within.ts'
import { runHook } from '#data/testing/run-hook.tsx'
import { holdPage } from '#form/unsaved-now.ts'
import { PersonProvider } from './person-context.tsx'
import { UserMenu } from './user-menu.tsx'

const facts = {
  user: { id: 'ann', name: 'Ann', email: 'ann@sluice.example' },
  memberships: [],
  isOperator: false,
}

test('signing out asks before it ends the session', async () => {
  const fetch = vi.fn(async () => Response.json({ success: true }))
  const { now } = await runHook(
    () => UserMenu({ signedInAs: 'owner' }),
    () => undefined,
    (menu) => <PersonProvider facts={facts}>{menu}</PersonProvider>,
  )
  vi.stubGlobal('fetch', fetch)
  const ask = vi.fn()
  const free = holdPage(ask)
  propsWithin(now(), ({ children }) => children === 'Sign out').onClick()
  free()
  expect(ask).toHaveBeenCalledOnce()
  expect(fetch).not.toHaveBeenCalled()
})
