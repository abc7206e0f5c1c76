import { hash, randomBytes } from 'node:crypto'
import { accountDigest } from '@sluice/core'
import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth'
import { createAuthEndpoint, createAuthMiddleware } from 'better-auth/api'
import { z } from 'zod'
import { personRequest } from '../callers/person-request.ts'
import { core } from '../core.ts'
import { notifyOfAct } from '../mail/notices.ts'
import { outcomeOf } from './failed-attempts.ts'

const YEAR = 365 * 24 * 60 * 60

/** Starts the cookie's value. A signature covers no cookie's name: without this, any signed cookie would be a mark. */
const MARK = 'browser.'
/** Starts the mark of a browser that is known to no account. */
const NOBODYS = 'company.'

/** Calls that complete a sign-in with all its steps. */
const signsIn = new Set([
  '/sign-in/email',
  '/two-factor/verify-totp',
  '/two-factor/verify-backup-code',
  '/passkey/verify-authentication',
])

/** Those of them that have checked a code of the authenticator app, or a backup code. */
const givesCode = new Set(['/two-factor/verify-totp', '/two-factor/verify-backup-code'])

const CHANGE = '/change-password'

/**
 * Marks browsers that have signed in, with a cookie:
 * `browser.<digest of the account's address>.<password>.<factor>.<random>`.
 * Such a browser has counts of its own (`account-attempts.ts`, `code-attempts.ts`, `address-attempts.ts`), so that nobody
 * else can lock its user out, from the same address or any other.
 *
 * Whoever can sign in gets any number of marks, so each is good only for what it shows. Passwords are counted apart as
 * long as the account has the password of the time (`password`, of a digest of its hash). Codes are counted apart only for
 * a browser that has given one, as long as the account has that authenticator app (`factor`, else empty).
 */
export function knownBrowsers() {
  return {
    id: 'known-browsers',
    endpoints: {
      /** For `reset.ts`: only the server can call it. */
      knowBrowserByLink: createAuthEndpoint.serverOnly(
        { method: 'POST', body: z.object({ email: z.string() }) },
        async (ctx) => {
          await markBrowser(ctx, ctx.body.email)
          return {}
        },
      ),
      /** The mark in a request outside Better Auth. */
      browserOfRequest: createAuthEndpoint.serverOnly({ method: 'POST' }, async (ctx) => {
        const browser = (await browserIn(ctx)) ?? null
        return { browser, isNobodys: browser !== null && isNobodys(browser) }
      }),
    },
    hooks: {
      after: [
        {
          matcher: ({ path }) => path !== undefined && signsIn.has(path),
          handler: createAuthMiddleware(afterSignIn),
        },
        {
          matcher: ({ path }) => path === CHANGE,
          handler: createAuthMiddleware(afterChange),
        },
      ],
    },
  } satisfies BetterAuthPlugin
}

async function afterSignIn(ctx: GenericEndpointContext): Promise<void> {
  const { newSession } = ctx.context
  if (!newSession) return
  await noticeNewBrowser(ctx, newSession.user)
  await markBrowser(ctx, newSession.user.email)
}

async function afterChange(ctx: GenericEndpointContext): Promise<void> {
  const user = ctx.context.newSession?.user ?? ctx.context.session?.user
  if (user && outcomeOf(ctx) === 'good') await markBrowser(ctx, user.email)
}

/** A mark for all that this browser has shown by now. */
async function markBrowser(ctx: GenericEndpointContext, email: string): Promise<void> {
  const { password, factor } = (await standingOf(email)) ?? {}
  const gaveCode = givesCode.has(ctx.path) || (await browserGaveCodeTo(ctx, email)) !== undefined
  const shown = [accountDigest(email), password, gaveCode ? factor : '']
  const earlier = await browserKnownTo(ctx, accountDigest(email))
  const isSame = earlier?.startsWith(`${shown.join('.')}.`)
  // The same mark again lasts another year, with its counts.
  await setCookie(ctx, isSame && earlier ? earlier : [...shown, random()].join('.'))
}

/** What marks of an account are compared with. */
async function standingOf(email: string) {
  const user = await core().db.user.findUnique({
    where: { email: email.toLowerCase() },
    select: {
      accounts: { where: { providerId: 'credential' }, select: { password: true } },
      twoFactor: { select: { id: true } },
    },
  })
  if (!user) return undefined
  const passwordHash = user.accounts[0]?.password ?? ''
  return { password: hash('sha256', passwordHash).slice(0, 16), factor: user.twoFactor?.id }
}

/** The first sign-in to an account younger than this causes no notice. */
const NEW_ACCOUNT_MS = 600_000

async function noticeNewBrowser(
  ctx: GenericEndpointContext,
  { email, createdAt }: { readonly email: string; readonly createdAt: Date },
): Promise<void> {
  if ((await browserKnownTo(ctx, accountDigest(email))) !== undefined) return
  notifyUnlessNew(ctx, { email, createdAt })
}

function notifyUnlessNew(
  ctx: GenericEndpointContext,
  { email, createdAt }: { readonly email: string; readonly createdAt: Date },
): void {
  if (core().clock().getTime() - createdAt.getTime() < NEW_ACCOUNT_MS) return
  notifyOfAct(email, 'account.signIn', personRequest(ctx.headers ?? new Headers()))
}

/**
 * Marks a browser that signed in through a company, unless it has a mark. It is known to no account: otherwise a
 * provider could name somebody as often as it likes, and guess the password with every new mark. For notices alone,
 * another cookie says who signed in.
 */
export async function knowByCompany(
  ctx: GenericEndpointContext,
  user: { readonly email: string; readonly createdAt: Date },
): Promise<void> {
  const account = accountDigest(user.email)
  const { name, attributes } = ctx.context.createAuthCookie('company-device', { maxAge: YEAR })
  const earlier = await ctx.getSignedCookie(name, ctx.context.secret)
  const isKnown =
    earlier === `${NOBODYS}${account}` || (await browserKnownTo(ctx, account)) !== undefined
  if (!isKnown) notifyUnlessNew(ctx, user)
  await ctx.setSignedCookie(name, `${NOBODYS}${account}`, ctx.context.secret, attributes)
  if ((await browserIn(ctx)) === undefined) await setCookie(ctx, `${NOBODYS}${random()}`)
}

/** The mark of this browser, if it has signed in to any account. */
export async function browserIn(ctx: GenericEndpointContext): Promise<string | undefined> {
  const value = (await ctx.getSignedCookie(deviceCookie(ctx).name, ctx.context.secret)) || ''
  return value.startsWith(MARK) ? value.slice(MARK.length) : undefined
}

/** Whether a mark is of company sign-in. An organization gets any number of them by a provider of its own. */
export function isNobodys(browser: string): boolean {
  return browser.startsWith(NOBODYS)
}

/** The mark of this browser, if it has ever signed in to the account: for notices alone. */
async function browserKnownTo(
  ctx: GenericEndpointContext,
  account: string,
): Promise<string | undefined> {
  const browser = await browserIn(ctx)
  return browser?.startsWith(`${account}.`) ? browser : undefined
}

/** The mark of this browser, if it has signed in to the account, or set its password, while that was the same. */
export async function browserSignedInTo(
  ctx: GenericEndpointContext,
  email: string,
): Promise<string | undefined> {
  const browser = await browserKnownTo(ctx, accountDigest(email))
  if (browser === undefined) return undefined
  const [, password] = browser.split('.')
  return password === (await standingOf(email))?.password ? browser : undefined
}

/** The mark of this browser, if it has given a code of the authenticator app that the account has. */
export async function browserGaveCodeTo(
  ctx: GenericEndpointContext,
  email: string,
): Promise<string | undefined> {
  const browser = await browserKnownTo(ctx, accountDigest(email))
  if (browser === undefined) return undefined
  const [, , factor] = browser.split('.')
  return factor && factor === (await standingOf(email))?.factor ? browser : undefined
}

async function setCookie(ctx: GenericEndpointContext, mark: string): Promise<void> {
  const { name, attributes } = deviceCookie(ctx)
  await ctx.setSignedCookie(name, `${MARK}${mark}`, ctx.context.secret, attributes)
}

const random = () => randomBytes(16).toString('hex')

function deviceCookie(ctx: GenericEndpointContext) {
  return ctx.context.createAuthCookie('device', { maxAge: YEAR })
}
