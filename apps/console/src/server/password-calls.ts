import type { GenericEndpointContext } from 'better-auth'
import { getSessionFromCtx } from 'better-auth/api'

const SIGN_IN = '/sign-in/email'

/** What somebody who is signed in does with their password. */
const bySession = new Set([
  '/change-password',
  '/two-factor/enable',
  '/two-factor/disable',
  '/two-factor/generate-backup-codes',
])

/** Whether a call gives a password that may be wrong. */
export function givesPassword({ path }: { readonly path?: string }): boolean {
  return path === SIGN_IN || (path !== undefined && bySession.has(path))
}

/** The address of the account whose password a call gives; there may be no such account. */
export async function accountTried(ctx: GenericEndpointContext): Promise<string | undefined> {
  if (bySession.has(ctx.path)) {
    return (await getSessionFromCtx(ctx, { disableRefresh: true }))?.user.email
  }
  const email: unknown = ctx.path === SIGN_IN ? ctx.body?.email : undefined
  return typeof email === 'string' ? email.toLowerCase() : undefined
}
