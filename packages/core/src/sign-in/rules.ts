import { Problem } from '@sluice/runtime'

/** What an organization asks of the sessions of its people. */
export interface SignInRules {
  /** Sign-in by the organization's own provider. */
  readonly requireCompany: boolean
  /** An authenticator app or a passkey of those who sign in by themselves; a provider asks as it likes. */
  readonly requireSecondFactor: boolean
  /** Hours after signing in for which a session counts; null: as long as it lasts. */
  readonly sessionHours: number | null
}

export const noRules: SignInRules = {
  requireCompany: false,
  requireSecondFactor: false,
  sessionHours: null,
}

export const sessionHourBounds = { min: 1, max: 720 } as const

/** A session, as far as rules ask. */
export interface SessionFacts {
  readonly userId: string
  /** What it was begun by; null for one from before that was noted. */
  readonly method: 'password' | 'passkey' | 'company' | null
  /** Of a session by a provider: the organization whose provider it was. */
  readonly companyOrganizationId: string | null
  readonly createdAt: Date
  /** Whether the person's password alone does not sign in. */
  readonly hasSecondFactor: boolean
}

/** The rule that a session does not meet. */
export type UnmetRule = 'company' | 'second-factor' | 'session-age'

const HOUR_MS = 3_600_000

/** @returns undefined where a session meets all rules of an organization */
export function unmetRule(
  { requireCompany, requireSecondFactor, sessionHours }: SignInRules,
  { method, createdAt, hasSecondFactor }: SessionFacts,
  now: Date,
): UnmetRule | undefined {
  const byCompany = method === 'company'
  if (requireCompany && !byCompany) return 'company'
  if (requireSecondFactor && !byCompany && method !== 'passkey' && !hasSecondFactor) {
    return 'second-factor'
  }
  const age = now.getTime() - createdAt.getTime()
  if (sessionHours !== null && age >= sessionHours * HOUR_MS) return 'session-age'
  return undefined
}

/** What to do about each rule. */
export const ruleTexts = {
  company:
    'This organization requires company sign-in. Sign out, then choose “Sign in with your company”.',
  'second-factor':
    'This organization requires a second factor. Set up two-step sign-in under Your account, or sign in with a passkey.',
  'session-age': 'You signed in too long ago for this organization. Sign in again.',
} as const satisfies Record<UnmetRule, string>

/** The refusal of a call by a session that does not meet a rule. */
export function unmet(rule: UnmetRule): Problem {
  return new Problem('scope-missing', { detail: ruleTexts[rule] })
}
