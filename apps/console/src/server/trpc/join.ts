import { acceptInvitation, lookAtInvitation } from '@sluice/core'
import { z } from 'zod'
import { hashPassword } from '../auth/password-hashing.ts'
import { requireStrong } from '../auth/require-strong.ts'
import { forAddress } from '../callers/counted-for.ts'
import { core } from '../core.ts'
import { notifyOfAct, notifyOfJoining } from '../mail/notices.ts'
import { openProcedure, ownProcedure, router } from './init.ts'

const secret = z.string().max(200)

/**
 * Accepts invitations, for the holder of the link. All are mutations, so that the secret is in no URL, which servers
 * log.
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

  /** Creates an account for somebody without one. They sign in afterwards, like everybody. */
  acceptAsNew: openProcedure
    .input(z.strictObject({ secret, name: z.string().max(1000), password: z.string().max(1000) }))
    .mutation(async ({ ctx, input: { secret, name, password } }) => {
      // Judging and hashing a password is expensive, so it requires a valid invitation.
      const offer = await lookAtInvitation(core(), secret, ctx.address)
      await requireStrong(password, [name, offer.email, offer.organization ?? ''])
      const by = { name, passwordHash: await forAddress(ctx.address, () => hashPassword(password)) }
      const joined = await acceptInvitation(core(), { secret, by }, ctx)
      if (offer.way === 'claim') notifyOfAct(offer.email, 'members.claimAccount', ctx)
      notifyOfJoining(offer, ctx)
      return joined
    }),
})
