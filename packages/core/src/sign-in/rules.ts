import { Problem } from '@sluice/runtime'

/** An organization's rules for the sessions of its members. */
export interface SignInRules {
  /** Requires sign-in through the organization's own provider. */
  readonly requireCompany: boolean
  /** Requires an authenticator app or a passkey of people who sign in by themselves; providers have rules of their own. */
  readonly requireSecondFactor: boolean
  /** Hours that a session is valid after signing in; null for its whole lifetime. */
  readonly sessionHours: number | null
}

export const noRules: SignInRules = {
  requireCompany: false,
  requireSecondFactor: false,
  sessionHours: null,
}

export const sessionHourBounds = { min: 1, max: 720 } as const

/** The facts about a session that rules depend on. */
export interface SessionFacts {
  readonly userId: string
  /** How it was started; null for a session from before this was recorded. */
  readonly method: 'password' | 'passkey' | 'company' | null
  /** For a session through a provider, the organization of that provider. */
  readonly companyOrganizationId: string | null
  readonly createdAt: Date
  /** Whether the person needs more than a password to sign in. */
  readonly hasSecondFactor: boolean
}

/** The rule that a session does not meet. */
export type UnmetRule = 'company' | 'second-factor' | 'session-age'

const HOUR_MS = 3_600_000

/** @returns undefined if a session meets all rules of an organization */
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

/** The problem of a call in a session that does not meet a rule. */
export function unmet(rule: UnmetRule): Problem {
  return new Problem('scope-missing', { detail: ruleTexts[rule] })
}
