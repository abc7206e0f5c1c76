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
  'every session is accepted without sign-in rules',
  (session) => {
    expect(unmetRule(noRules, session, soon)).toBeUndefined()
  },
)

test.each<[string, Partial<SignInRules>, SessionFacts, string | undefined]>([
  [
    'rejects a password for a required company sign-in',
    { requireCompany: true },
    withApp,
    'company',
  ],
  [
    'rejects a passkey for a required company sign-in',
    { requireCompany: true },
    passkey,
    'company',
  ],
  [
    'rejects an unknown method for a required company sign-in',
    { requireCompany: true },
    unknown,
    'company',
  ],
  [
    'accepts a company sign-in for a required company sign-in',
    { requireCompany: true },
    company,
    undefined,
  ],
  [
    'rejects a password alone for a required second factor',
    { requireSecondFactor: true },
    password,
    'second-factor',
  ],
  [
    'rejects an unknown method for a required second factor',
    { requireSecondFactor: true },
    unknown,
    'second-factor',
  ],
  [
    'accepts an authenticator app for a required second factor',
    { requireSecondFactor: true },
    withApp,
    undefined,
  ],
  [
    'accepts a passkey for a required second factor',
    { requireSecondFactor: true },
    passkey,
    undefined,
  ],
  [
    'accepts a company sign-in for a required second factor',
    { requireSecondFactor: true },
    company,
    undefined,
  ],
])('the check of sign-in rules %s', (_title, rules, session, expected) => {
  expect(unmetRule({ ...noRules, ...rules }, session, soon)).toBe(expected)
})

test('every session expires after the configured hours, whatever its sign-in method', () => {
  const rules = { ...noRules, sessionHours: 2 }
  const after = (ms: number) => new Date(signedInAt.getTime() + ms)
  for (const session of [password, passkey, company]) {
    expect(unmetRule(rules, session, after(7_199_999))).toBeUndefined()
    expect(unmetRule(rules, session, after(7_200_000))).toBe('session-age')
  }
})
