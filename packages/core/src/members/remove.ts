import type { AuditedOperation } from '@sluice/contract'
import { recordChange } from '../audit/index.ts'
import type { Context } from '../context.ts'
import { organizationPath } from '../scopes/index.ts'
import { changeMembers, type MembersContext } from './change-members.ts'
import { withdrawBeyond } from './invitations/withdraw.ts'
import { findMember, type Member, recordOf, requireAnotherOwner } from './member.ts'
import { requireManages } from './standing.ts'

/**
 * Ends a membership, effective with the person's next call. Their account and the keys that they created stay; their
 * invitations are withdrawn.
 *
 * @throws Problem `not-found` if they are no member, `scope-missing` if the actor does not manage their role,
 * `conflict` for the last owner
 */
export function removeMember(ctx: Context, userId: string): Promise<void> {
  return changeMembers(ctx, async (inside) => {
    const member = await findMember(inside, userId)
    requireManages(inside.standing, member.role)
    await endMembership(inside, member, 'members.remove')
  })
}

/** The actor leaves their organization, whatever their role. Throws Problem `conflict` for the last owner. */
export function leaveOrganization(ctx: Context): Promise<void> {
  return changeMembers(ctx, async (inside) => {
    const member = await findMember(inside, inside.actor.id)
    await endMembership(inside, member, 'members.leave')
  })
}

async function endMembership(ctx: MembersContext, member: Member, operation: AuditedOperation) {
  await requireAnotherOwner(ctx, member)
  const { userId } = member
  const of = { organizationId: ctx.actor.organization.id, userId }
  await ctx.db.membership.delete({ where: { organizationId_userId: of } })
  await recordChange(ctx, { operation, resource: organizationPath, before: recordOf(member) })
  await withdrawBeyond(ctx, userId, undefined)
}
