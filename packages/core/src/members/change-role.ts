import { Problem } from '@sluice/runtime'
import type { Role } from '../actor.ts'
import { recordChange } from '../audit/index.ts'
import type { Context } from '../context.ts'
import { organizationPath } from '../scopes/index.ts'
import { changeMembers } from './change-members.ts'
import { withdrawBeyond } from './invitations/withdraw.ts'
import { findMember, recordOf, requireAnotherOwner } from './member.ts'
import { requireManages } from './standing.ts'

interface RoleChange {
  readonly userId: string
  readonly role: Role
}

/**
 * Gives a member another role, effective with their next call. Their open invitations that the new role could not
 * create are withdrawn.
 *
 * @throws Problem `not-found` if they are no member, `scope-missing` if the actor does not manage both roles,
 * `conflict` for the last owner and for a role that the member already has
 */
export function changeRole(ctx: Context, { userId, role }: RoleChange): Promise<void> {
  return changeMembers(ctx, async (inside) => {
    const member = await findMember(inside, userId)
    requireManages(inside.standing, member.role)
    requireManages(inside.standing, role)
    if (member.role === role) {
      throw new Problem('conflict', {
        detail: `${member.user.email} already has the role ${role}.`,
      })
    }
    await requireAnotherOwner(inside, member)
    const of = { organizationId: inside.actor.organization.id, userId }
    await inside.db.membership.update({ where: { organizationId_userId: of }, data: { role } })
    await recordChange(inside, {
      operation: 'members.changeRole',
      resource: organizationPath,
      before: recordOf(member),
      after: recordOf({ ...member, role }),
    })
    await withdrawBeyond(inside, userId, role)
  })
}
