import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth'
import { createAuthMiddleware } from 'better-auth/api'
import { SIGN_IN } from '../auth/password-calls.ts'

const COOKIE = 'trust_device'
const RECORD = 'trust-device-'

/** For each sign-in by a trusted browser, when that trust ends. */
const ends = new WeakMap<Request, Date>()

/**
 * Trust in a browser ends thirty days after the code for which it was given. Better Auth replaces its record at each
 * sign-in by one that lasts thirty days more, so a browser in use would never be asked again.
 */
export function trustedBrowsers() {
  return {
    id: 'trusted-browsers',
    hooks: {
      before: [{ matcher: ({ path }) => path === SIGN_IN, handler: createAuthMiddleware(noteEnd) }],
    },
  } satisfies BetterAuthPlugin
}

async function noteEnd(ctx: GenericEndpointContext): Promise<void> {
  const { name } = ctx.context.createAuthCookie(COOKIE)
  const cookie = await ctx.getSignedCookie(name, ctx.context.secret)
  const record = (cookie || '').split('!').find((part) => part.startsWith(RECORD))
  if (!ctx.request || record === undefined) return
  const found = await ctx.context.internalAdapter.findVerificationValue(record)
  if (found) ends.set(ctx.request, found.expiresAt)
}

/** Gives a new record the end of the one that it replaces. */
export async function keepEnd<Verification extends { readonly identifier: string }>(
  verification: Verification,
  ctx: GenericEndpointContext | null,
): Promise<{ data: Verification & { expiresAt: Date } } | undefined> {
  const expiresAt = ctx?.request && ends.get(ctx.request)
  if (!expiresAt || !verification.identifier.startsWith(RECORD)) return undefined
  return { data: { ...verification, expiresAt } }
}
