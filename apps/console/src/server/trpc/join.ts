import { acceptInvitation, lookAtInvitation } from '@sluice/core'
import { z } from 'zod'
import { core } from '../core.ts'
import { notifyOfAct, notifyOfJoining } from '../notices.ts'
import { forAddress, hashPassword } from '../password-hashing.ts'
import { requireStrong } from '../require-strong.ts'
import { openProcedure, ownProcedure, router } from './init.ts'

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

  accept: ownProcedure.input(z.strictObject({ secret })).mutation(async ({ ctx, input }) => {
    const by = { userId: ctx.session.user.id }
    const offer = await lookAtInvitation(core(), input.secret, ctx.address)
    const joined = await acceptInvitation(core(), { secret: input.secret, by }, ctx)
    notifyOfJoining(offer, ctx)
    return joined
  }),

  /** For somebody without an account: makes it. They sign in with it as everybody does. */
  acceptAsNew: openProcedure
    .input(z.strictObject({ secret, name: z.string().max(1000), password: z.string().max(1000) }))
    .mutation(async ({ ctx, input: { secret, name, password } }) => {
      // To judge and hash a password is expensive: only for the holder of an invitation.
      const offer = await lookAtInvitation(core(), secret, ctx.address)
      await requireStrong(password, [name, offer.email, offer.organization ?? ''])
      const by = { name, passwordHash: await forAddress(ctx.address, () => hashPassword(password)) }
      const joined = await acceptInvitation(core(), { secret, by }, ctx)
      if (offer.way === 'claim') notifyOfAct(offer.email, 'members.claimAccount', ctx)
      notifyOfJoining(offer, ctx)
      return joined
    }),
})
