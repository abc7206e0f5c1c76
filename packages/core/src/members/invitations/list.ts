import type { Context } from '../../context.ts'
import { standingOf } from '../standing.ts'
import { type InvitationRecord, presentInvitation } from './record.ts'

/** Invitations to the actor's organization that nobody accepted yet, newest first: every member may see them. */
export async function listInvitations(ctx: Context): Promise<InvitationRecord[]> {
  const standing = await standingOf(ctx)
  const rows = await ctx.db.invitation.findMany({
    where: { organizationId: ctx.actor.organization.id, status: 'open' },
    orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
  })
  return rows.map((row) => presentInvitation(row, standing, ctx.now))
}
