import type { AccountAct } from '@sluice/core'

/** An endpoint of Better Auth that browsers may call. */
export interface ServedCall {
  readonly method: 'GET' | 'POST'
  /** Fields of the response that scripts may see. The session's token is for its cookie only. */
  readonly shows?: readonly string[] | 'all'
  /** The act for the audit logs, given the account's state before the call. */
  readonly act?: (before: { readonly hasSecondFactor: boolean }) => AccountAct | undefined
}

/** Other endpoints of Better Auth are not served: they would change records without an audit entry. */
const served = {
  '/sign-in/email': { method: 'POST', shows: ['twoFactorRedirect'] },
  '/sign-out': { method: 'POST' },
  '/change-password': { method: 'POST', act: () => 'members.changePassword' },
  '/two-factor/enable': { method: 'POST', shows: ['totpURI', 'backupCodes'] },
  '/two-factor/verify-totp': {
    method: 'POST',
    // A signed-in user's first code turns the app on. A sign-in has no session before the call.
    act: ({ hasSecondFactor }) => (hasSecondFactor ? undefined : 'members.enableSecondFactor'),
  },
  '/two-factor/verify-backup-code': { method: 'POST' },
  '/two-factor/disable': { method: 'POST', act: () => 'members.disableSecondFactor' },
  '/two-factor/generate-backup-codes': {
    method: 'POST',
    shows: ['backupCodes'],
    act: () => 'members.renewBackupCodes',
  },
  '/passkey/generate-register-options': { method: 'GET', shows: 'all' },
  '/passkey/verify-registration': { method: 'POST', act: () => 'members.addPasskey' },
  '/passkey/generate-authenticate-options': { method: 'GET', shows: 'all' },
  '/passkey/verify-authentication': { method: 'POST' },
  '/company/start': { method: 'POST', shows: ['url'] },
  '/company/callback/:organizationId': { method: 'GET' },
  '/company/connect': { method: 'POST', shows: ['organizationId', 'next'] },
} satisfies Readonly<Record<string, ServedCall>>

export type ServedPath = keyof typeof served

const CALLBACK = /^\/company\/callback\/[^/]+$/

/** @param path without `/api/auth` */
export function servedCall(method: string, path: string): ServedCall | undefined {
  const row = CALLBACK.test(path) ? '/company/callback/:organizationId' : path
  const call: ServedCall | undefined = isServed(row) ? served[row] : undefined
  return call?.method === method ? call : undefined
}

function isServed(path: string): path is ServedPath {
  return Object.hasOwn(served, path)
}

/** The part of a response's body that scripts may see; undefined for none. */
export function shownPart({ shows }: ServedCall, body: unknown): object | undefined {
  if (!shows || typeof body !== 'object' || body === null) return undefined
  if (shows === 'all') return body
  const part = Object.entries(body).filter(([field]) => shows.includes(field))
  return part.length > 0 ? Object.fromEntries(part) : undefined
}
