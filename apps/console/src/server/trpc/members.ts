import {
  type Context,
  changeRole,
  INVITATION_DAYS,
  invitationLink,
  invitationStatuses,
  inviteMember,
  leaveOrganization,
  listInvitations,
  listMemberActs,
  listMembers,
  memberSorts,
  removeMember,
  roles,
  rolesToInvite,
  withdrawInvitation,
} from '@sluice/core'
import { z } from 'zod'
import { environment } from '../environment.ts'
import { mailer } from '../mail/mailer.ts'
import { sendInvitation } from '../mail/send-invitation.ts'
import { membershipProcedure, requireRecent, router } from './init.ts'
import { listInput, PAGE_ROWS } from './list-input.ts'

const role = z.enum(roles)
const person = z.strictObject({ userId: z.string() })

/**
 * The people of an organization. Not in the contract: a key must not be able to add people, who would outlast it. To add,
 * change or remove an owner, oneself too, needs a recent sign-in.
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

  /** Sign-ins and security changes of the members, for owners and admins. */
  security: membershipProcedure
    .input(z.strictObject({ cursor: z.string().optional() }))
    .query(({ ctx, input }) => listMemberActs(ctx.members, { ...input, limit: PAGE_ROWS })),

  /** The roles that the caller may invite, how long invitations last, and whether links are mailed. */
  inviting: membershipProcedure.query(async ({ ctx }) => ({
    roles: await rolesToInvite(ctx.members),
    lastDays: INVITATION_DAYS,
    byMail: mailer() !== undefined,
  })),

  invite: membershipProcedure
    .input(z.strictObject({ email: z.string().max(1000), role }))
    .mutation(async ({ ctx, input }) => {
      if (input.role === 'owner') requireRecent(ctx.session)
      const post = mailer()
      const { invitation, secret } = await inviteMember(ctx.members, { ...input, byMail: !!post })
      const link = invitationLink(environment().consoleUrl, secret)
      if (!post) return { invitation, link }
      const { id, email: to, role, expiresAt } = invitation
      const organization = await organizationName(ctx.members)
      await sendInvitation(ctx.members, post, {
        id,
        mail: { to, link, organization, role, expiresAt },
      })
      return { invitation, link: null }
    }),

  withdraw: membershipProcedure
    .input(z.strictObject({ id: z.string() }))
    .mutation(({ ctx, input: { id } }) => withdrawInvitation(ctx.members, id)),

  changeRole: membershipProcedure
    .input(person.extend({ role }))
    .mutation(async ({ ctx, input }) => {
      if (input.role === 'owner' || (await isOwner(ctx.members, input))) requireRecent(ctx.session)
      return changeRole(ctx.members, input)
    }),

  remove: membershipProcedure.input(person).mutation(async ({ ctx, input }) => {
    if (await isOwner(ctx.members, input)) requireRecent(ctx.session)
    return removeMember(ctx.members, input.userId)
  }),

  leave: membershipProcedure.mutation(({ ctx }) => {
    if (ctx.actor.role === 'owner') requireRecent(ctx.session)
    return leaveOrganization(ctx.members)
  }),
})

async function isOwner({ db, actor }: Context, { userId }: { userId: string }): Promise<boolean> {
  const where = { organizationId: actor.organization.id, userId, role: 'owner' }
  return (await db.membership.count({ where })) > 0
}

async function organizationName({ db, actor }: Context): Promise<string> {
  const { id } = actor.organization
  return (await db.organization.findUniqueOrThrow({ where: { id } })).name
}
