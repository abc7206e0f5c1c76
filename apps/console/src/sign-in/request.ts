import { callAuth } from '#auth-calls/call-auth.ts'

export interface Credentials {
  readonly email: string
  readonly password: string
}

/** Signs in with a password; `twoFactorRedirect` means that a second step is required. */
export function signIn(credentials: Credentials) {
  return callAuth<{ readonly twoFactorRedirect?: boolean }>('/sign-in/email', credentials)
}

export interface SecondStep {
  readonly kind: 'app' | 'backup'
  readonly code: string
  /** Whether to skip the second step in this browser for 30 days. */
  readonly trustDevice: boolean
}

/** Completes a sign-in after the password with a code. */
export function finishSignIn({ kind, ...body }: SecondStep) {
  return callAuth(`/two-factor/verify-${kind === 'app' ? 'totp' : 'backup-code'}`, body)
}
