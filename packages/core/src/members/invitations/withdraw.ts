import { notFound } from '@sluice/runtime'
import type { Role } from '../../actor.ts'
import { recordChange } from '../../audit/index.ts'
import type { Context } from '../../context.ts'
import { organizationPath } from '../../scopes/index.ts'
import { changeMembers, type MembersContext } from '../change-members.ts'
import { manages, requireManages } from '../standing.ts'
import { type InvitationRow, invitationEntry, roleOf } from './record.ts'

/**
 * Withdraws an invitation, whose link stops working.
 *
 * @throws Problem `not-found` if it is not open, `scope-missing` if the actor may not grant its role
 */
export function withdrawInvitation(ctx: Context, id: string): Promise<void> {
  return changeMembers(ctx, async (inside) => {
    const organizationId = inside.actor.organization.id
    const row = await inside.db.invitation.findUnique({
      where: { organizationId_id: { organizationId, id }, status: 'open' },
    })
    if (!row) throw notFound('open invitation', id)
    requireManages(inside.standing, roleOf(row))
    await withdraw(inside, row)
  })
}

/**
 * Withdraws a member's open invitations that their role could not create, or all if it is undefined. Otherwise a
 * removed member could come back with a link that they kept.
 */
export async function withdrawBeyond(
  ctx: MembersContext,
  userId: string,
  role: Role | undefined,
): Promise<void> {
  const rows = await ctx.db.invitation.findMany({
    where: {
      organizationId: ctx.actor.organization.id,
      status: 'open',
      createdBy: { path: ['id'], equals: userId },
    },
  })
  for (const row of rows) {
    if (role === undefined || !manages(role, roleOf(row))) await withdraw(ctx, row)
  }
}

async function withdraw(ctx: MembersContext, row: InvitationRow): Promise<void> {
  const data = { status: 'withdrawn', endedAt: ctx.now } as const
  await ctx.db.invitation.update({ where: { id: row.id }, data })
  await recordChange(ctx, {
    operation: 'invitations.withdraw',
    resource: organizationPath,
    before: invitationEntry(row),
  })
}
