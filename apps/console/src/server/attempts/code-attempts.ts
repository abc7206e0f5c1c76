import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth'
import { type APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import { noteEvent } from '../auth/sign-in-log.ts'
import { core } from '../core.ts'
import { secondSteps, whoTries } from './codes-count-once.ts'
import {
  countFailures,
  type FailureLimit,
  outcomeOf,
  returnFailures,
  tooMany,
} from './failed-attempts.ts'
import { browserGaveCodeTo } from './known-browser.ts'

/**
 * Wrong codes of the second step, by seconds. Of a million codes three are valid at a time, so somebody who has the
 * password finds one with a probability of 0.015 % a day.
 */
const few = { window: 900, max: 10 }
const daily = { window: 86_400, max: 50 }

/**
 * Limits wrong codes per account, from all browsers, addresses and challenges together, on all nodes. A browser that has
 * given a code before has a count of its own, as has each session, so that somebody who has the password cannot lock the
 * owner out there. A correct code is not counted; neither does it reset the count, nor does a new
 * password. Replaces the lock of Better Auth, which knows no browsers. Its limit of five codes per challenge stays.
 *
 * Without a challenge or a session nothing is counted: no code is looked at.
 */
export function codeAttempts() {
  const matcher = ({ path }: { readonly path?: string }) =>
    path !== undefined && secondSteps.includes(path)
  return {
    id: 'code-attempts',
    hooks: {
      before: [{ matcher, handler: createAuthMiddleware(refuseGuess) }],
      after: [{ matcher, handler: createAuthMiddleware(afterCode) }],
    },
  } satisfies BetterAuthPlugin
}

async function refuseGuess(ctx: GenericEndpointContext): Promise<APIError | undefined> {
  const limits = await limitsOf(ctx)
  const retryAfter = await countFailures(ctx, limits)
  if (retryAfter === undefined) return undefined
  const id = await whoTries(ctx)
  if (id !== undefined) noteEvent(ctx, { id }, 'account.failSecondFactor')
  return tooMany('TOO_MANY_CODES', retryAfter)
}

async function limitsOf(ctx: GenericEndpointContext): Promise<FailureLimit[]> {
  const found = await getSessionFromCtx(ctx, { disableRefresh: true })
  if (found) return [{ key: `codes in session ${found.session.id}`, rule: few }]
  const id = await whoTries(ctx)
  const user = id === undefined ? null : await core().db.user.findUnique({ where: { id } })
  if (!user) return []
  const browser = await browserGaveCodeTo(ctx, user.email)
  const key = `codes of ${browser ?? user.id}`
  return [
    { key, rule: few },
    { key, rule: daily },
  ]
}

async function afterCode(ctx: GenericEndpointContext): Promise<void> {
  if (outcomeOf(ctx) !== 'wrong') await returnFailures(ctx)
}
