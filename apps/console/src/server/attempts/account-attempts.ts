import { accountDigest, countAttempt, forgetAttempts, guessesAt, returnAttempt } from '@sluice/core'
import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth'
import { type APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import { accountTried, givesPassword, SIGN_IN } from '../auth/password-calls.ts'
import { noteFailure } from '../auth/sign-in-log.ts'
import { personRequest } from '../callers/person-request.ts'
import { core } from '../core.ts'
import { countFailures, outcomeOf, returnFailures, tooMany } from './failed-attempts.ts'
import { browserSignedInTo } from './known-browser.ts'
import { strangersAt } from './strangers-at.ts'

/** Wrong passwords of an account, from all browsers that are not known to it together. `window` is in seconds. */
const ofAccount = { window: 300, max: 10 }

/** Wrong passwords from an address, which a whole office may share, for accounts that do not know the browser. */
const ofAddress = { window: 60, max: 60 }

/** Right passwords, counted as wrong ones are: each takes a core for a tenth of a second, and no other limit counts them. */
const rightOnes = { window: 60, max: 60 }

/**
 * Limits wrong passwords per account and per address. A browser that is known to the account is exempt from both and has
 * a count of its own, as has each session, so that strangers cannot lock the owner out. A correct password resets the
 * count of the account, and takes nothing from that of the address.
 *
 * Must come after the plugins that reject a call before its password is checked: such calls are not counted.
 */
export function accountAttempts() {
  return {
    id: 'account-attempts',
    hooks: {
      before: [{ matcher: givesPassword, handler: createAuthMiddleware(refuseGuess) }],
      after: [{ matcher: givesPassword, handler: createAuthMiddleware(afterPassword) }],
    },
  } satisfies BetterAuthPlugin
}

async function refuseGuess(ctx: GenericEndpointContext): Promise<APIError | undefined> {
  const email = await accountTried(ctx)
  if (email === undefined) return undefined
  const own = await ownCount(ctx, email)
  if (own === undefined) {
    const { address } = personRequest(ctx.headers ?? new Headers())
    const key = `sign-ins by ${strangersAt(address)}`
    const retryAfter = await countFailures(ctx, [{ key, rule: ofAddress }])
    // Not noted in the account's log: it concerns the address.
    if (retryAfter !== undefined) return tooMany('TOO_MANY_FROM_ADDRESS', retryAfter)
  }
  const ofOne = [{ key: own ?? guessesAt(email), rule: ofAccount }]
  const retryAfter = (await countFailures(ctx, ofOne)) ?? (await countRight(ctx, email, own))
  if (retryAfter === undefined) return undefined
  await noteFailure(ctx, 'account.throttleSignIn')
  return tooMany('TOO_MANY_SIGN_INS', retryAfter)
}

/** Counts a password as right until it is checked. Returns seconds to wait, if there were too many. */
async function countRight(
  ctx: GenericEndpointContext,
  email: string,
  own: string | undefined,
): Promise<number | undefined> {
  const { retryAfter } = await countAttempt(core(), rightOnesOf(email, own), rightOnes)
  // It is not checked, so it is not wrong.
  if (retryAfter !== null) await returnFailures(ctx)
  return retryAfter ?? undefined
}

async function afterPassword(ctx: GenericEndpointContext): Promise<void> {
  const outcome = outcomeOf(ctx)
  if (outcome !== 'wrong') await returnFailures(ctx)
  const email = await accountTried(ctx)
  if (email === undefined) return
  const own = await ownCount(ctx, email)
  // Who does not know the password must not use this up.
  if (outcome !== 'good') await returnAttempt(core(), rightOnesOf(email, own), rightOnes)
  else await forgetAttempts(core(), own ?? guessesAt(email))
}

/** Somebody who has the password, but not the second factor, uses up that of unknown browsers only. */
const rightOnesOf = (email: string, own: string | undefined) =>
  `passwords of ${own ?? accountDigest(email)}`

/** The key of the count of this session, or of this browser if it is known to the account. */
async function ownCount(ctx: GenericEndpointContext, email: string): Promise<string | undefined> {
  if (ctx.path !== SIGN_IN) {
    const found = await getSessionFromCtx(ctx, { disableRefresh: true })
    if (found) return `passwords in session ${found.session.id}`
  }
  const browser = await browserSignedInTo(ctx, email)
  return browser && `sign-in ${browser}`
}
