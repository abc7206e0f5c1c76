import { randomBytes } from 'node:crypto'
import { accountDigest } from '@sluice/core'
import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth'
import { createAuthEndpoint, createAuthMiddleware } from 'better-auth/api'
import { z } from 'zod'
import { personRequest } from '../callers/person-request.ts'
import { core } from '../core.ts'
import { notifyOfAct } from '../mail/notices.ts'

const YEAR = 365 * 24 * 60 * 60

/** Calls that complete a sign-in with all its steps. */
const signsIn = new Set([
  '/sign-in/email',
  '/two-factor/verify-totp',
  '/two-factor/verify-backup-code',
  '/passkey/verify-authentication',
])

/** Ends the cookie of a browser that proved the address of an account, but gave no second factor. */
const BY_LINK = '.link'

/**
 * Marks browsers that have signed in, with a cookie: `<digest of the account's address>.<random>`. Such a browser has
 * counts of its own (`account-attempts.ts`, `code-attempts.ts`, `address-attempts.ts`), so that nobody else can lock
 * its user out, from the same address or any other.
 */
export function knownBrowsers() {
  return {
    id: 'known-browsers',
    endpoints: {
      /** For `reset.ts`: only the server can call it. */
      knowBrowserByLink: createAuthEndpoint.serverOnly(
        { method: 'POST', body: z.object({ email: z.string() }) },
        async (ctx) => {
          await setCookie(ctx, `${accountDigest(ctx.body.email)}${BY_LINK}`)
          return {}
        },
      ),
      /** The cookie of a request outside Better Auth. */
      browserOfRequest: createAuthEndpoint.serverOnly({ method: 'POST' }, async (ctx) => ({
        browser: (await browserIn(ctx)) ?? null,
      })),
    },
    hooks: {
      after: [
        {
          matcher: ({ path }) => path !== undefined && signsIn.has(path),
          handler: createAuthMiddleware(afterSignIn),
        },
      ],
    },
  } satisfies BetterAuthPlugin
}

async function afterSignIn(ctx: GenericEndpointContext): Promise<void> {
  const { newSession } = ctx.context
  if (!newSession) return
  await noticeNewBrowser(ctx, newSession.user)
  await setCookie(ctx, `${accountDigest(newSession.user.email)}.${random()}`)
}

/** The first sign-in to an account younger than this causes no notice. */
const NEW_ACCOUNT_MS = 600_000

async function noticeNewBrowser(
  ctx: GenericEndpointContext,
  { email, createdAt }: { readonly email: string; readonly createdAt: Date },
): Promise<void> {
  const isNew = core().clock().getTime() - createdAt.getTime() < NEW_ACCOUNT_MS
  if (isNew || (await browserKnownTo(ctx, accountDigest(email))) !== undefined) return
  notifyOfAct(email, 'account.signIn', personRequest(ctx.headers ?? new Headers()))
}

/**
 * Marks a browser that signed in through a company, unless it has a mark. It is known to no account: otherwise a
 * provider could name somebody as often as it likes, and guess the password with every new mark.
 */
export async function knowByCompany(ctx: GenericEndpointContext): Promise<void> {
  if ((await browserIn(ctx)) === undefined) await setCookie(ctx, `company.${random()}`)
}

/** The mark of this browser, if it has signed in to any account. */
export async function browserIn(ctx: GenericEndpointContext): Promise<string | undefined> {
  return (await ctx.getSignedCookie(deviceCookie(ctx).name, ctx.context.secret)) || undefined
}

/**
 * The mark of this browser, if it has signed in to the account, or has set its password by a link.
 *
 * @param account digest of its address
 */
export async function browserKnownTo(
  ctx: GenericEndpointContext,
  account: string,
): Promise<string | undefined> {
  const browser = await browserIn(ctx)
  return browser?.startsWith(`${account}.`) ? browser : undefined
}

/** The same, if it has signed in with all steps. A link to set a password is no second factor. */
export async function browserSignedInTo(
  ctx: GenericEndpointContext,
  account: string,
): Promise<string | undefined> {
  const browser = await browserKnownTo(ctx, account)
  return browser?.endsWith(BY_LINK) ? undefined : browser
}

async function setCookie(ctx: GenericEndpointContext, value: string): Promise<void> {
  const { name, attributes } = deviceCookie(ctx)
  await ctx.setSignedCookie(name, value, ctx.context.secret, attributes)
}

const random = () => randomBytes(16).toString('hex')

function deviceCookie(ctx: GenericEndpointContext) {
  return ctx.context.createAuthCookie('device', { maxAge: YEAR })
}
