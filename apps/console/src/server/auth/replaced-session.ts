import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth'
import { createAuthMiddleware } from 'better-auth/api'
import { signsIn } from './sign-in-log.ts'

/**
 * Whoever signs in again, as for a change that needs it, ends the session that their browser had. Otherwise it would go on
 * unseen, also for somebody who has taken its cookie, after signing out.
 */
export function replacedSession() {
  return {
    id: 'replaced-session',
    hooks: {
      after: [
        {
          matcher: ({ path }) => path !== undefined && signsIn.has(path),
          handler: createAuthMiddleware(endReplaced),
        },
      ],
    },
  } satisfies BetterAuthPlugin
}

async function endReplaced(ctx: GenericEndpointContext): Promise<void> {
  const { newSession, internalAdapter, authCookies, secret } = ctx.context
  if (!newSession) return
  const token = await ctx.getSignedCookie(authCookies.sessionToken.name, secret)
  if (!token || token === newSession.session.token) return
  const replaced = await internalAdapter.findSession(token)
  if (replaced?.user.id === newSession.user.id) await internalAdapter.deleteSession(token)
}
