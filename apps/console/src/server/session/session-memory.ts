import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth'
import { createAuthMiddleware } from 'better-auth/api'
import { openedCallerBudget } from '../callers/caller-budget.ts'

/** Passes the result of every session lookup to the caller budget, and the sessions that Better Auth ends. */
export function sessionMemory() {
  return {
    id: 'session-memory',
    init: () => ({ options: { databaseHooks: { session: { delete: { after: forgetEnded } } } } }),
    hooks: {
      after: [
        { matcher: ({ path }) => path === '/get-session', handler: createAuthMiddleware(learn) },
      ],
    },
  } satisfies BetterAuthPlugin
}

async function learn(ctx: GenericEndpointContext): Promise<void> {
  const found: unknown = Reflect.get(ctx.context, 'returned')
  // A failed lookup says nothing about the session.
  if (found instanceof Error) return
  const user: unknown = Reflect.get(Object(found), 'user')
  const userId: unknown = Reflect.get(Object(user), 'id')
  const cookies = ctx.headers?.get('cookie') ?? null
  openedCallerBudget()?.learn(cookies, typeof userId === 'string' ? userId : undefined)
}

async function forgetEnded({ userId }: { readonly userId: string }): Promise<void> {
  openedCallerBudget()?.forget(userId)
}
