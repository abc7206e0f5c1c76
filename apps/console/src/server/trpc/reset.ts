import {
  type AttemptRule,
  countAttempt,
  lookAtPasswordReset,
  RESET_MINUTES,
  resetPassword,
  startPasswordReset,
} from '@sluice/core'
import { Problem } from '@sluice/runtime'
import { z } from 'zod'
import { texts } from '#texts/server.ts'
import { strangersAt } from '../attempts/strangers-at.ts'
import { auth } from '../auth/auth.ts'
import { hashPassword } from '../auth/password-hashing.ts'
import { requireStrong } from '../auth/require-strong.ts'
import { openedCallerBudget } from '../callers/caller-budget.ts'
import { forAddress } from '../callers/counted-for.ts'
import { core } from '../core.ts'
import { inBackground } from '../in-background.ts'
import { mailer } from '../mail/mailer.ts'
import { notifyOfAct, sendReset } from '../mail/notices.ts'
import type { TrpcContext } from './context.ts'
import { openProcedure, router } from './init.ts'

const secret = z.string().max(100)

/**
 * Requests of a browser that signed in before, and of all others at an address, which a whole office may share. `window`
 * is in seconds.
 */
const requests = { window: 900, max: 30 }
/** Besides, requests of all browsers at an address that are known by company sign-in alone. */
const requestsOfNobodys = { window: 900, max: 120 }
/** Links that do not work, per address. A valid one is never refused. */
const guesses = { window: 900, max: 30 }

/**
 * Sets a new password with a link that is mailed to the account's address. Mutations, so that no URL has the secret.
 */
export const resetRouter = router({
  /** The answer and its timing are the same with and without an account. */
  request: openProcedure
    .input(z.strictObject({ email: z.string().max(320) }))
    .mutation(async ({ ctx: { address, headers }, input: { email } }) => {
      const { browser, isNobodys } = await auth().api.browserOfRequest({ headers })
      const strangers = strangersAt(address)
      await count(`reset by ${browser ?? strangers}`, requests)
      if (isNobodys) await count(`reset by nobody's ${strangers}`, requestsOfNobodys)
      if (!mailer()) throw new Problem('not-found', { detail: texts.noMail })
      inBackground('mail of a password reset', async () => {
        const started = await startPasswordReset(core(), email)
        if (started) await sendReset(started.email, started.secret, RESET_MINUTES)
      })
      return { minutes: RESET_MINUTES }
    }),

  look: openProcedure
    .input(z.strictObject({ secret }))
    .mutation(async ({ ctx: { address }, input }) => ({
      email: (await personOf(input.secret, address)).email,
    })),

  set: openProcedure
    .input(z.strictObject({ secret, password: z.string().max(1000) }))
    .mutation(async ({ ctx, input: { secret, password } }) => {
      // Judging and hashing a password is expensive, so it requires a valid link.
      const { name, email, memberships } = await personOf(secret, ctx.address)
      const organizations = memberships.map(({ organization }) => organization.name)
      await requireStrong(password, [name, email, ...organizations])
      const passwordHash = await forAddress(ctx.address, () => hashPassword(password))
      const { person, act, left } = await resetPassword(core(), { secret, passwordHash }, ctx)
      openedCallerBudget()?.forget(person.id)
      notifyOfAct(email, act, ctx)
      await knowBrowser(email, ctx)
      return { email, left }
    }),
})

/** Whose link it is. Throws Problem `not-found`, or `rate-limited` after too many links that do not work. */
async function personOf(secret: string, address: string | null) {
  try {
    return await lookAtPasswordReset(core(), secret)
  } catch (error) {
    await count(`reset links by ${strangersAt(address)}`, guesses)
    throw error
  }
}

async function count(key: string, rule: AttemptRule): Promise<void> {
  const { allowed, retryAfter } = await countAttempt(core(), key, rule)
  if (allowed) return
  const detail = texts.tooManyResets
  throw new Problem('rate-limited', { detail, retryAfter: retryAfter ?? rule.window })
}

/** The holder of the address can then sign in with the new password, however many others are guessing. */
async function knowBrowser(
  email: string,
  { headers, setCookie }: Pick<TrpcContext, 'headers' | 'setCookie'>,
) {
  const call = { body: { email }, headers, returnHeaders: true } as const
  const { headers: made } = await auth().api.knowBrowserByLink(call)
  for (const cookie of made.getSetCookie()) setCookie?.(cookie)
}
