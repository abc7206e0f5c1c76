import { type Role, rolesManagedBy } from '../actor.ts'
import type { Context } from '../context.ts'
import { findMembers, type MemberRecord, presentMember } from './member.ts'
import { standingOf } from './standing.ts'

export interface MemberList {
  /** By name. */
  readonly items: readonly MemberRecord[]
  /** The roles that the one who asks may invite to; none: may not invite. */
  readonly mayInvite: readonly Role[]
}

/** The people of the actor's organization, whom every member may see. */
export async function listMembers(ctx: Context): Promise<MemberList> {
  const standing = await standingOf(ctx)
  const members = await findMembers(ctx)
  const owners = members.filter(({ role }) => role === 'owner').length
  const asking = { userId: ctx.actor.id, standing, owners }
  return {
    items: members.map((member) => presentMember(member, asking)),
    mayInvite: rolesManagedBy[standing],
  }
}
