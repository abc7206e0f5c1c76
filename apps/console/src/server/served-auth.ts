import type { AccountAct } from '@sluice/core'

/** What browsers may call of Better Auth, and how. */
export interface ServedCall {
  readonly method: 'GET' | 'POST'
  /** The fields of the answer that scripts may see: a session's token is for its cookie alone. */
  readonly shows?: readonly string[] | 'all'
  /** What the audit logs tell of it, by what was before. */
  readonly act?: (before: { readonly hasSecondFactor: boolean }) => AccountAct | undefined
}

/** Everything else of Better Auth would change records without an audit entry. */
const served = {
  '/sign-in/email': { method: 'POST', shows: ['twoFactorRedirect'] },
  '/sign-out': { method: 'POST' },
  '/change-password': { method: 'POST', act: () => 'members.changePassword' },
  '/two-factor/enable': { method: 'POST', shows: ['totpURI', 'backupCodes'] },
  '/two-factor/verify-totp': {
    method: 'POST',
    // The first code of an app turns it on; at sign-in there is nobody signed in before.
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

/** The part of an answer's body that scripts may see; undefined for none. */
export function shownPart({ shows }: ServedCall, body: unknown): object | undefined {
  if (!shows || typeof body !== 'object' || body === null) return undefined
  if (shows === 'all') return body
  const part = Object.entries(body).filter(([field]) => shows.includes(field))
  return part.length > 0 ? Object.fromEntries(part) : undefined
}
