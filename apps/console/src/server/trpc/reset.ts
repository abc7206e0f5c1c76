import {
  countAttempt,
  lookAtPasswordReset,
  RESET_MINUTES,
  resetPassword,
  startPasswordReset,
} from '@sluice/core'
import { Problem } from '@sluice/runtime'
import { z } from 'zod'
import { texts } from '#texts/server.ts'
import { openedCallerBudget } from '../caller-budget.ts'
import { core } from '../core.ts'
import { forAddress } from '../counted-for.ts'
import { inBackground } from '../in-background.ts'
import { mailer } from '../mailer.ts'
import { notifyOfAct, sendReset } from '../notices.ts'
import { hashPassword } from '../password-hashing.ts'
import { requireStrong } from '../require-strong.ts'
import { strangersAt } from '../strangers-at.ts'
import { openProcedure, router } from './init.ts'

const secret = z.string().max(100)

/** Calls per address, which a whole office may share. `window` is in seconds. */
const calls = { window: 900, max: 30 }

/**
 * Sets a new password with a link that is mailed to the account's address. Mutations, so that no URL has the secret.
 */
export const resetRouter = router({
  /** The answer and its timing are the same with and without an account. */
  request: openProcedure
    .input(z.strictObject({ email: z.string().max(320) }))
    .mutation(async ({ ctx: { address }, input: { email } }) => {
      await countCall(address)
      if (!mailer()) throw new Problem('not-found', { detail: texts.noMail })
      inBackground('mail of a password reset', async () => {
        const started = await startPasswordReset(core(), email)
        if (started) await sendReset(started.email, started.secret, RESET_MINUTES)
      })
      return { minutes: RESET_MINUTES }
    }),

  look: openProcedure
    .input(z.strictObject({ secret }))
    .mutation(async ({ ctx: { address }, input }) => {
      await countCall(address)
      return { email: (await lookAtPasswordReset(core(), input.secret)).email }
    }),

  set: openProcedure
    .input(z.strictObject({ secret, password: z.string().max(1000) }))
    .mutation(async ({ ctx, input: { secret, password } }) => {
      await countCall(ctx.address)
      // Judging and hashing a password is expensive, so it requires a valid link.
      const { name, email, memberships } = await lookAtPasswordReset(core(), secret)
      const organizations = memberships.map(({ organization }) => organization.name)
      await requireStrong(password, [name, email, ...organizations])
      const passwordHash = await forAddress(ctx.address, () => hashPassword(password))
      const { person, act, left } = await resetPassword(core(), { secret, passwordHash }, ctx)
      openedCallerBudget()?.forget(person.id)
      notifyOfAct(email, act, ctx)
      return { email, left }
    }),
})

async function countCall(address: string | null): Promise<void> {
  const { allowed, retryAfter } = await countAttempt(
    core(),
    `reset by ${strangersAt(address)}`,
    calls,
  )
  if (allowed) return
  const detail = texts.tooManyResets
  throw new Problem('rate-limited', { detail, retryAfter: retryAfter ?? calls.window })
}
