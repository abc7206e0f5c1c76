import { callAuth } from '#auth-calls/call-auth.ts'

export interface Credentials {
  readonly email: string
  readonly password: string
}

/** Signs in by password. */
export function signIn(credentials: Credentials) {
  return callAuth('/sign-in/email', credentials)
}

export async function signOut(leadsTo = '/sign-in'): Promise<void> {
  await callAuth('/sign-out', {})
  // A full load: nothing of the old session may stay in memory.
  window.location.assign(leadsTo)
}
