import { type LimitRequest, limitRequestBounds, type Output } from '@sluice/contract'
import type { Context, Core } from '../../context.ts'
import { presentRequest } from './record.ts'

/** The organization's own requests, newest first. */
export async function listLimitRequests(ctx: Context): Promise<Output<'limitRequests.list'>> {
  const rows = await ctx.db.limitRequest.findMany({
    where: { organizationId: ctx.actor.organization.id },
    orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
    take: limitRequestBounds.listed,
  })
  return { items: rows.map(presentRequest) }
}

/** The operator's queue: requests of every organization that wait for an answer, the longest waiting first. */
export async function waitingLimitRequests(
  core: Pick<Core, 'db'>,
): Promise<(LimitRequest & { organizationId: string })[]> {
  const rows = await core.db.limitRequest.findMany({
    where: { decidedAt: null },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
  return rows.map((row) => ({ organizationId: row.organizationId, ...presentRequest(row) }))
}
