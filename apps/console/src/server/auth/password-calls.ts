import type { GenericEndpointContext } from 'better-auth'
import { getSessionFromCtx } from 'better-auth/api'

export const SIGN_IN = '/sign-in/email'

/** Calls in which a signed-in user gives their password. */
const bySession = new Set([
  '/change-password',
  '/two-factor/enable',
  '/two-factor/disable',
  '/two-factor/generate-backup-codes',
])

/** Whether a call gives a password to be checked. */
export function givesPassword({ path }: { readonly path?: string }): boolean {
  return path === SIGN_IN || (path !== undefined && bySession.has(path))
}

/** The email address of the account whose password a call gives. The account may not exist. */
export async function accountTried(ctx: GenericEndpointContext): Promise<string | undefined> {
  if (bySession.has(ctx.path)) {
    return (await getSessionFromCtx(ctx, { disableRefresh: true }))?.user.email
  }
  const email: unknown = ctx.path === SIGN_IN ? ctx.body?.email : undefined
  return typeof email === 'string' ? email.toLowerCase() : undefined
}
