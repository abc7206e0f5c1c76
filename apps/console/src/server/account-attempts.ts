import { createHash, randomBytes } from 'node:crypto'
import { countAttempt, forgetAttempts } from '@sluice/core'
import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth'
import { APIError, createAuthMiddleware } from 'better-auth/api'
import { core } from './core.ts'
import { notifyOfAct } from './notices.ts'
import { accountTried, givesPassword } from './password-calls.ts'
import { personRequest } from './person-request.ts'
import { noteFailure } from './sign-in-log.ts'

/** Password attempts per account, from all addresses together. `window` is in seconds. */
const guesses = { window: 300, max: 10 }

const YEAR = 365 * 24 * 60 * 60
const signsIn = new Set([
  '/sign-in/email',
  '/two-factor/verify-totp',
  '/two-factor/verify-backup-code',
  '/passkey/verify-authentication',
])

/**
 * Limits password attempts per account, from all addresses together. A browser that signed in before has a cookie and a
 * counter of its own, so that strangers cannot lock the owner out. A correct password resets the counter.
 *
 * Must come after the plugins that reject a call before its password is checked: such calls are not counted.
 */
export function accountAttempts() {
  return {
    id: 'account-attempts',
    hooks: {
      before: [
        {
          matcher: givesPassword,
          handler: createAuthMiddleware(refuseGuess),
        },
      ],
      after: [
        {
          matcher: givesPassword,
          handler: createAuthMiddleware(afterPassword),
        },
        {
          matcher: ({ path }) => path !== undefined && signsIn.has(path),
          handler: createAuthMiddleware(afterSignIn),
        },
      ],
    },
  } satisfies BetterAuthPlugin
}

async function refuseGuess(ctx: GenericEndpointContext): Promise<APIError | undefined> {
  const account = await accountIn(ctx)
  if (account === undefined) return undefined
  const { allowed, retryAfter } = await countAttempt(core(), await keyOf(ctx, account), guesses)
  if (allowed) return undefined
  await noteFailure(ctx, 'account.throttleSignIn')
  const headers = { 'X-Retry-After': String(retryAfter) }
  return new APIError('TOO_MANY_REQUESTS', { code: 'TOO_MANY_SIGN_INS' }, headers)
}

async function afterPassword(ctx: GenericEndpointContext): Promise<void> {
  // Better Auth's type lacks `returned`.
  const isWrong = Reflect.get(ctx.context, 'returned') instanceof Error
  const account = isWrong ? undefined : await accountIn(ctx)
  if (account !== undefined) await forgetAttempts(core(), await keyOf(ctx, account))
}

async function afterSignIn(ctx: GenericEndpointContext): Promise<void> {
  const { newSession } = ctx.context
  if (!newSession) return
  await noticeNewBrowser(ctx, newSession.user)
  const { name, attributes } = deviceCookie(ctx)
  const value = `${digestOf(newSession.user.email)}.${randomBytes(16).toString('hex')}`
  await ctx.setSignedCookie(name, value, ctx.context.secret, attributes)
}

/** The first sign-in to an account younger than this causes no notice. */
const NEW_ACCOUNT_MS = 600_000

async function noticeNewBrowser(
  ctx: GenericEndpointContext,
  { email, createdAt }: { readonly email: string; readonly createdAt: Date },
): Promise<void> {
  const isNew = core().clock().getTime() - createdAt.getTime() < NEW_ACCOUNT_MS
  if (isNew || (await knownBrowser(ctx, digestOf(email))) !== undefined) return
  notifyOfAct(email, 'account.signIn', personRequest(ctx.headers ?? new Headers()))
}

/** Key of the counter: the browser's own if it has signed in to the account before, else the account's. */
async function keyOf(ctx: GenericEndpointContext, account: string): Promise<string> {
  return `sign-in ${(await knownBrowser(ctx, account)) ?? account}`
}

/** The value of the device cookie, if this browser has signed in to the account before. */
async function knownBrowser(
  ctx: GenericEndpointContext,
  account: string,
): Promise<string | undefined> {
  const device = await ctx.getSignedCookie(deviceCookie(ctx).name, ctx.context.secret)
  return typeof device === 'string' && device.startsWith(`${account}.`) ? device : undefined
}

/** Digest of the email address. Addresses without an account are not stored in plain text. */
async function accountIn(ctx: GenericEndpointContext): Promise<string | undefined> {
  const email = await accountTried(ctx)
  return email === undefined ? undefined : digestOf(email)
}

function digestOf(email: string): string {
  return createHash('sha256').update(email.toLowerCase()).digest('hex')
}

function deviceCookie(ctx: GenericEndpointContext) {
  return ctx.context.createAuthCookie('device', { maxAge: YEAR })
}
