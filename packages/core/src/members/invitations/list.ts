import type { Context } from '../../context.ts'
import { containing, type Page, pageInOrder } from '../../lists/index.ts'
import { standingOf } from '../standing.ts'
import { type InvitationRecord, presentInvitation } from './record.ts'

export interface InvitationQuery {
  /** Part of an address. */
  readonly text?: string | undefined
  readonly status?: InvitationRecord['status'] | undefined
  readonly limit: number
  readonly cursor?: string | undefined
}

/** Invitations to the actor's organization that were not accepted yet, newest first. Visible to every member. */
export async function listInvitations(
  ctx: Context,
  query: InvitationQuery,
): Promise<Page<InvitationRecord>> {
  const standing = await standingOf(ctx)
  const { text, status } = query
  return pageInOrder(
    { ...query, sort: '-createdAt' },
    ({ after, orderBy, take }) =>
      ctx.db.invitation.findMany({
        where: {
          AND: [
            { organizationId: ctx.actor.organization.id, status: 'open' },
            text === undefined ? {} : { email: containing(text) },
            status === undefined ? {} : { expiresAt: expiry[status](ctx.now) },
            after,
          ],
        },
        orderBy,
        take,
      }),
    (row) => presentInvitation(row, standing, ctx.now),
    { kind: 'invitations' },
  )
}

const expiry = {
  open: (now: Date) => ({ gt: now }),
  expired: (now: Date) => ({ lte: now }),
}
