import { expect, test } from 'vitest'
import { noRules, type SessionFacts, type SignInRules, unmetRule } from './rules.ts'

const signedInAt = new Date('2026-06-01T12:00:00Z')
const soon = new Date(signedInAt.getTime() + 60_000)
const password: SessionFacts = {
  ...{ userId: 'ann', method: 'password', companyOrganizationId: null },
  ...{ createdAt: signedInAt, hasSecondFactor: false },
}
const withApp = { ...password, hasSecondFactor: true }
const passkey = { ...password, method: 'passkey' } as const
const company = { ...password, method: 'company', companyOrganizationId: 'acme' } as const
const unknown = { ...password, method: null }

test.each([password, withApp, passkey, company, unknown])(
  'without rules any session counts',
  (session) => {
    expect(unmetRule(noRules, session, soon)).toBeUndefined()
  },
)

test.each<[string, Partial<SignInRules>, SessionFacts, string | undefined]>([
  ['a password is no company sign-in', { requireCompany: true }, withApp, 'company'],
  ['a passkey is no company sign-in', { requireCompany: true }, passkey, 'company'],
  ['a session from before is no company sign-in', { requireCompany: true }, unknown, 'company'],
  ['a company sign-in is one', { requireCompany: true }, company, undefined],
  ['a password alone lacks the factor', { requireSecondFactor: true }, password, 'second-factor'],
  ['a session from before lacks it', { requireSecondFactor: true }, unknown, 'second-factor'],
  ['an authenticator app is a factor', { requireSecondFactor: true }, withApp, undefined],
  ['a passkey is a factor', { requireSecondFactor: true }, passkey, undefined],
  ['the provider asks for factors itself', { requireSecondFactor: true }, company, undefined],
])('%s', (_title, rules, session, expected) => {
  expect(unmetRule({ ...noRules, ...rules }, session, soon)).toBe(expected)
})

test('a session counts for so many hours after signing in, however it began', () => {
  const rules = { ...noRules, sessionHours: 2 }
  const after = (ms: number) => new Date(signedInAt.getTime() + ms)
  for (const session of [password, passkey, company]) {
    expect(unmetRule(rules, session, after(7_199_999))).toBeUndefined()
    expect(unmetRule(rules, session, after(7_200_000))).toBe('session-age')
  }
})
