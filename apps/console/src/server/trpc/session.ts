import { chooseOrganization } from '@sluice/core'
import { TRPCError } from '@trpc/server'
import { z } from 'zod'
import { core } from '../core.ts'
import { router, signedInProcedure } from './init.ts'

/** The user's own session: who is signed in, and in which organization. */
export const sessionRouter = router({
  get: signedInProcedure.query(({ ctx: { session } }) => ({
    user: session.user,
    memberships: session.memberships,
    organizationId: session.actor?.organization.id ?? null,
    role: session.actor?.role ?? null,
    isOperator: session.isOperator,
  })),

  chooseOrganization: signedInProcedure
    .input(z.strictObject({ organizationId: z.string() }))
    .mutation(async ({ ctx, input: { organizationId } }) => {
      if (!ctx.session.memberships.some((row) => row.organizationId === organizationId)) {
        throw new TRPCError({
          code: 'FORBIDDEN',
          message: 'You are not a member of that organization.',
        })
      }
      await chooseOrganization(core(), { sessionId: ctx.session.sessionId, organizationId })
      return { organizationId }
    }),
})
