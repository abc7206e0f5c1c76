import { expect, test, vi } from 'vitest'
import { password, setUpAuth } from '../testing/set-up-auth.ts'

vi.mock('../environment.ts', () => import('../testing/environment.ts'))

const { callsFrom } = setUpAuth()

test.each([
  ['/sign-in/email', { email: 'a\0@sluice.example', password }],
  ['/company/start', { company: 'a\0' }],
  ['/passkey/verify-authentication', { response: { id: 'a\0' } }],
])('%s rejects text that cannot be stored', async (path, sent) => {
  const answer = await callsFrom('203.0.113.130')(path, sent)
  expect([answer.status, await answer.json()]).toEqual([400, { code: 'NOT_STORABLE' }])
})
