import {
  changeRole,
  INVITATION_DAYS,
  invitationLink,
  inviteMember,
  leaveOrganization,
  listInvitations,
  listMembers,
  removeMember,
  roles,
  withdrawInvitation,
} from '@sluice/core'
import { z } from 'zod'
import { environment } from '../environment.ts'
import { peopleProcedure, router } from './init.ts'

const role = z.enum(roles)
const person = z.strictObject({ userId: z.string() })

/**
 * The people of the chosen organization. Nothing of it is in the contract: a key must not be able to bring in people,
 * who would outlive it.
 */
export const membersRouter = router({
  list: peopleProcedure.query(({ ctx }) => listMembers(ctx.people)),

  invitations: peopleProcedure.query(async ({ ctx }) => ({
    items: await listInvitations(ctx.people),
    lastDays: INVITATION_DAYS,
  })),

  invite: peopleProcedure
    .input(z.strictObject({ email: z.string().max(1000), role }))
    .mutation(async ({ ctx, input }) => {
      const { invitation, secret } = await inviteMember(ctx.people, input)
      return { invitation, link: invitationLink(environment().consoleUrl, secret) }
    }),

  withdraw: peopleProcedure
    .input(z.strictObject({ id: z.string() }))
    .mutation(({ ctx, input: { id } }) => withdrawInvitation(ctx.people, id)),

  changeRole: peopleProcedure
    .input(person.extend({ role }))
    .mutation(({ ctx, input }) => changeRole(ctx.people, input)),

  remove: peopleProcedure
    .input(person)
    .mutation(({ ctx, input: { userId } }) => removeMember(ctx.people, userId)),

  leave: peopleProcedure.mutation(({ ctx }) => leaveOrganization(ctx.people)),
})
