import {
  changeRole,
  INVITATION_DAYS,
  invitationLink,
  invitationStatuses,
  inviteMember,
  leaveOrganization,
  listInvitations,
  listMembers,
  memberSorts,
  removeMember,
  roles,
  rolesToInvite,
  withdrawInvitation,
} from '@sluice/core'
import { z } from 'zod'
import { environment } from '../environment.ts'
import { membershipProcedure, router } from './init.ts'
import { listInput, PAGE_ROWS } from './list-input.ts'

const role = z.enum(roles)
const person = z.strictObject({ userId: z.string() })

/**
 * The people of an organization. Nothing of it is in the contract: a key must not be able to bring in people,
 * who would outlive it.
 */
export const membersRouter = router({
  list: membershipProcedure
    .input(
      z.strictObject({
        ...listInput,
        role: role.optional(),
        sort: z.enum(memberSorts).default('name'),
      }),
    )
    .query(({ ctx, input }) => listMembers(ctx.members, { ...input, limit: PAGE_ROWS })),

  invitations: membershipProcedure
    .input(z.strictObject({ ...listInput, status: z.enum(invitationStatuses).optional() }))
    .query(({ ctx, input }) => listInvitations(ctx.members, { ...input, limit: PAGE_ROWS })),

  /** Whom the one who looks may invite, and for how long. */
  inviting: membershipProcedure.query(async ({ ctx }) => ({
    roles: await rolesToInvite(ctx.members),
    lastDays: INVITATION_DAYS,
  })),

  invite: membershipProcedure
    .input(z.strictObject({ email: z.string().max(1000), role }))
    .mutation(async ({ ctx, input }) => {
      const { invitation, secret } = await inviteMember(ctx.members, input)
      return { invitation, link: invitationLink(environment().consoleUrl, secret) }
    }),

  withdraw: membershipProcedure
    .input(z.strictObject({ id: z.string() }))
    .mutation(({ ctx, input: { id } }) => withdrawInvitation(ctx.members, id)),

  changeRole: membershipProcedure
    .input(person.extend({ role }))
    .mutation(({ ctx, input }) => changeRole(ctx.members, input)),

  remove: membershipProcedure
    .input(person)
    .mutation(({ ctx, input: { userId } }) => removeMember(ctx.members, userId)),

  leave: membershipProcedure.mutation(({ ctx }) => leaveOrganization(ctx.members)),
})
