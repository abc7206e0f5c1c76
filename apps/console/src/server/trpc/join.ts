import { acceptInvitation, lookAtInvitation } from '@sluice/core'
import { Problem } from '@sluice/runtime'
import { hashPassword } from 'better-auth/crypto'
import { z } from 'zod'
import { passwordLength } from '#sign-in/password-length.ts'
import { core } from '../core.ts'
import { openProcedure, router, signedInProcedure } from './init.ts'

const secret = z.string().max(200)

/**
 * Accepting an invitation, by whoever holds its link. All are mutations, so that the secret goes into no URL, which
 * servers log.
 */
export const joinRouter = router({
  look: openProcedure.input(z.strictObject({ secret })).mutation(async ({ ctx, input }) => ({
    ...(await lookAtInvitation(core(), input.secret, ctx.address)),
    signedInAs: ctx.session?.user.email ?? null,
  })),

  accept: signedInProcedure.input(z.strictObject({ secret })).mutation(({ ctx, input }) => {
    const by = { userId: ctx.session.user.id }
    return acceptInvitation(core(), { secret: input.secret, by }, ctx)
  }),

  /** For somebody without an account: makes it. They sign in with it as everybody does. */
  acceptAsNew: openProcedure
    .input(z.strictObject({ secret, name: z.string().max(1000), password: z.string().max(1000) }))
    .mutation(async ({ ctx, input: { secret, name, password } }) => {
      // Hashing a password is dear: only for who holds an invitation.
      await lookAtInvitation(core(), secret, ctx.address)
      requireLength(password)
      const by = { name, passwordHash: await hashPassword(password) }
      return acceptInvitation(core(), { secret, by }, ctx)
    }),
})

function requireLength(password: string): void {
  const { min, max } = passwordLength
  if (password.length >= min && password.length <= max) return
  const detail = `must have ${min} to ${max} characters`
  throw new Problem('invalid-request', {
    detail: `The password ${detail}.`,
    errors: [{ pointer: '/password', detail }],
  })
}
