import { hash, randomBytes } from 'node:crypto'
import { accountDigest } from '@sluice/core'
import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth'
import { createAuthEndpoint, createAuthMiddleware } from 'better-auth/api'
import { z } from 'zod'
import { SIGN_IN } from '../auth/password-calls.ts'
import { personRequest } from '../callers/person-request.ts'
import { core } from '../core.ts'
import { notifyOfAct } from '../mail/notices.ts'
import { keepList, listIn } from './browser-list.ts'
import { secondSteps } from './codes-count-once.ts'
import { outcomeOf } from './failed-attempts.ts'

/** The marks of a browser. */
const MARKS = { cookie: 'device', start: 'browser.' } as const
/** Starts the mark of a browser that is known to no account. */
const NOBODYS = 'company.'
/** The accounts that signed in through a company. */
const COMPANYS = { cookie: 'company-device', start: NOBODYS } as const

/** Calls that complete a sign-in with all its steps. */
const signsIn = new Set([SIGN_IN, ...secondSteps, '/passkey/verify-authentication'])

const CHANGE = '/change-password'

/**
 * Marks browsers that have signed in, with a cookie that contains a mark for each account, the newest first:
 * `browser.<digest of the account's address>.<password>.<factor>.<random>!…`.
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
  const gaveCode =
    secondSteps.includes(ctx.path) || (await browserGaveCodeTo(ctx, email)) !== undefined
  const account = accountDigest(email)
  const shown = [account, password, gaveCode ? factor : '']
  const earlier = await browserKnownTo(ctx, account)
  const isSame = earlier?.startsWith(`${shown.join('.')}.`)
  const others = (await listIn(ctx, MARKS)).filter((mark) => mark !== earlier && !isNobodys(mark))
  // The same mark again lasts another year, with its counts.
  const mark = isSame && earlier ? earlier : [...shown, random()].join('.')
  await keepList(ctx, MARKS, [mark, ...others])
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
  const earlier = await listIn(ctx, COMPANYS)
  const isKnown = earlier.includes(account) || (await browserKnownTo(ctx, account)) !== undefined
  if (!isKnown) notifyUnlessNew(ctx, user)
  const others = earlier.filter((other) => other !== account)
  await keepList(ctx, COMPANYS, [account, ...others])
  if ((await browserIn(ctx)) === undefined) await keepList(ctx, MARKS, [`${NOBODYS}${random()}`])
}

/** The newest mark of this browser, if it has signed in to any account. */
export async function browserIn(ctx: GenericEndpointContext): Promise<string | undefined> {
  return (await listIn(ctx, MARKS))[0]
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
  return (await listIn(ctx, MARKS)).find((mark) => mark.startsWith(`${account}.`))
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

const random = () => randomBytes(16).toString('hex')
