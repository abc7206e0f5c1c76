import { type LimitRequest, limitRequestBounds, type Output } from '@sluice/contract'
import { notFound } from '@sluice/runtime'
import type { Context } from '../../context.ts'
import type { LimitRequest as Row } from '../../database/generated/client.ts'
import type { Operator } from '../../operator.ts'
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

/** A request as an operator sees it. */
export interface QueuedRequest extends LimitRequest {
  readonly organizationId: string
  readonly organizationName: string
}

const withName = { organization: { select: { name: true } } } as const

/** The queue: requests of every organization that wait for an answer, the longest waiting first. */
export async function waitingLimitRequests({ core }: Operator): Promise<QueuedRequest[]> {
  const rows = await core.db.limitRequest.findMany({
    where: { decidedAt: null },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    include: withName,
  })
  return rows.map(queued)
}

/** One request of any organization, decided or not. Throws `not-found`. */
export async function findLimitRequest({ core }: Operator, id: string): Promise<QueuedRequest> {
  const row = await core.db.limitRequest.findUnique({ where: { id }, include: withName })
  if (!row) throw notFound('limit request', id)
  return queued(row)
}

function queued(row: Row & { organization: { name: string } }): QueuedRequest {
  const { organizationId, organization } = row
  return { organizationId, organizationName: organization.name, ...presentRequest(row) }
}
