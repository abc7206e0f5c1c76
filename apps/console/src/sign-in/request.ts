import { callAuth } from '#auth-calls/call-auth.ts'

export interface Credentials {
  readonly email: string
  readonly password: string
}

/** Signs in by password; `twoFactorRedirect` says that a second step has to follow. */
export function signIn(credentials: Credentials) {
  return callAuth<{ readonly twoFactorRedirect?: boolean }>('/sign-in/email', credentials)
}

export interface SecondStep {
  readonly kind: 'app' | 'backup'
  readonly code: string
  /** Whether this browser is not asked again for 30 days. */
  readonly trustDevice: boolean
}

/** Ends the sign-in that a password has begun. */
export function finishSignIn({ kind, ...body }: SecondStep) {
  return callAuth(`/two-factor/verify-${kind === 'app' ? 'totp' : 'backup-code'}`, body)
}

export async function signOut(leadsTo = '/sign-in'): Promise<void> {
  await callAuth('/sign-out', {})
  // A full load: nothing of the old session may stay in memory.
  window.location.assign(leadsTo)
}
