import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth'
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'

/** Seconds after a sign-in during which its session may change how the account signs in. */
export const RECENT = 600

/** The first code turns the second factor on; later ones change nothing. */
const CONFIRM = '/two-factor/verify-totp'

/** Better Auth itself requires the password for these, and a recent session for adding passkeys. */
const changes = new Set([
  '/change-password',
  '/two-factor/enable',
  CONFIRM,
  '/two-factor/disable',
  '/two-factor/generate-backup-codes',
])

/**
 * Somebody who finds a signed-in browser, and knows or guesses the password, lacks the second factor. So these changes
 * require a recent sign-in, which asked for both.
 */
export function recentSignIn() {
  return {
    id: 'recent-sign-in',
    hooks: {
      before: [
        {
          matcher: ({ path }) => path !== undefined && changes.has(path),
          handler: createAuthMiddleware(refuseOldSession),
        },
      ],
    },
  } satisfies BetterAuthPlugin
}

async function refuseOldSession(ctx: GenericEndpointContext): Promise<APIError | undefined> {
  const found = await getSessionFromCtx(ctx, { disableRefresh: true })
  if (!found) return undefined
  const { session, user } = found
  if (ctx.path === CONFIRM && Reflect.get(user, 'twoFactorEnabled') === true) return undefined
  return isRecent(session) ? undefined : new APIError('FORBIDDEN', { code: 'SESSION_NOT_FRESH' })
}

/** Whether a session is recent enough to change how its user signs in. */
export function isRecent({ createdAt }: { readonly createdAt: Date }): boolean {
  return Date.now() - new Date(createdAt).getTime() < RECENT * 1000
}
