import { countAttempt } from '@sluice/core'
import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth'
import { type APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import { personRequest } from '../callers/person-request.ts'
import { core } from '../core.ts'
import { type FailureLimit, tooMany } from './failed-attempts.ts'
import { browserIn, isNobodys } from './known-browser.ts'
import { strangersAt } from './strangers-at.ts'

/** Calls that write a row or ask a provider, before anybody is known. */
const limited = new Set([
  '/passkey/generate-register-options',
  '/passkey/verify-registration',
  '/passkey/generate-authenticate-options',
  '/passkey/verify-authentication',
  '/company/start',
  '/company/connect',
])

/** Calls of one browser or session, and of all other browsers at an address together. `window` is in seconds. */
const ofBrowser = { window: 60, max: 60 }
const ofAddress = { window: 60, max: 300 }
/** Besides, calls of all browsers at an address that are known by company sign-in alone. */
const ofNobodys = { window: 60, max: 1200 }

/**
 * Limits calls that cost something and give no password or code, in place of the rate limiter of Better Auth. That one
 * counts by address alone, so one caller could refuse everybody behind it.
 */
export function addressAttempts() {
  return {
    id: 'address-attempts',
    hooks: {
      before: [
        {
          matcher: ({ path }) => path !== undefined && limited.has(path),
          handler: createAuthMiddleware(refuseFlood),
        },
      ],
    },
  } satisfies BetterAuthPlugin
}

async function refuseFlood(ctx: GenericEndpointContext): Promise<APIError | undefined> {
  for (const { key, rule } of await limitsOf(ctx)) {
    const { allowed, retryAfter } = await countAttempt(core(), `${ctx.path} ${key}`, rule)
    if (!allowed) return tooMany('TOO_MANY_CALLS', retryAfter ?? rule.window)
  }
  return undefined
}

async function limitsOf(ctx: GenericEndpointContext): Promise<FailureLimit[]> {
  const found = await getSessionFromCtx(ctx, { disableRefresh: true })
  if (found) return [{ key: `session ${found.session.id}`, rule: ofBrowser }]
  const browser = await browserIn(ctx)
  const strangers = strangersAt(personRequest(ctx.headers ?? new Headers()).address)
  if (browser === undefined) return [{ key: strangers, rule: ofAddress }]
  const own = { key: `browser ${browser}`, rule: ofBrowser }
  return isNobodys(browser) ? [own, { key: `nobody's ${strangers}`, rule: ofNobodys }] : [own]
}
