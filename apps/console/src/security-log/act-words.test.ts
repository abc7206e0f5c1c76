import { expect, test } from 'vitest'
import { actWords } from './act-words.ts'

test.each([
  ['account.signIn', 'own', 1, 'Signed in'],
  ['account.failSignIn', 'own', 12, 'Wrong password, 12 times'],
  ['members.setPassword', 'operator', 1, 'Password set by the operator'],
  ['members.ofALaterVersion', 'own', 1, 'members.ofALaterVersion'],
] as const)('the act %s by %s, %s times, is shown as “%s”', (act, by, times, words) => {
  expect(actWords({ act, by, times })).toBe(words)
})
