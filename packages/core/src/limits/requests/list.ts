import type { Input, LimitRequest, Output } from '@sluice/contract'
import { notFound } from '@sluice/runtime'
import type { Context } from '../../context.ts'
import type { LimitRequest as Row } from '../../database/generated/client.ts'
import { type Page, pageInOrder, withTotal } from '../../lists/index.ts'
import type { Operator } from '../../operator.ts'
import { presentRequest } from './record.ts'

/** The organization's own requests. */
export function listLimitRequests(
  ctx: Context,
  { query }: Input<'limitRequests.list'>,
): Promise<Output<'limitRequests.list'>> {
  const where = { organizationId: ctx.actor.organization.id }
  const page = pageInOrder(
    query,
    ({ after, ...page }) =>
      ctx.db.limitRequest.findMany({ where: { AND: [where, after] }, ...page }),
    presentRequest,
    { kind: 'limit requests' },
  )
  return withTotal(query, page, () => ctx.db.limitRequest.count({ where }))
}

/** A request as an operator sees it. */
export interface QueuedRequest extends LimitRequest {
  readonly organizationId: string
  readonly organizationName: string
}

const withName = { organization: { select: { name: true } } } as const

/** A page of the queue: requests of every organization that wait for an answer, the longest waiting first. */
export function waitingLimitRequests(
  { core }: Operator,
  query: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<Page<QueuedRequest>> {
  return pageInOrder(
    { ...query, sort: 'createdAt' },
    ({ after, ...page }) =>
      core.db.limitRequest.findMany({
        where: { AND: [{ decidedAt: null }, after] },
        ...page,
        include: withName,
      }),
    queued,
    { kind: 'limit requests' },
  )
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
