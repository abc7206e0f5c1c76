import { expect, test } from 'vitest'
import { isOfSession } from './of-session.ts'

test.each([
  ['/api/auth/sign-out', true],
  ['/api/auth/sign-in/email', false],
  ['/api/trpc/account.get', true],
  ['/api/trpc/account.get,account.endOtherSessions', true],
  ['/api/trpc/account.get,keys.list', false],
  ['/api/trpc/account.rename', false],
  ['/api/trpc/', false],
  ['/o/demo/account', false],
])('%s only lists or ends sessions: %s', (path, expected) => {
  expect(isOfSession(path)).toBe(expected)
})
