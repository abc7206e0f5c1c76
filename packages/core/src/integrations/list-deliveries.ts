import type { Input, Output } from '@sluice/contract'
import type { Context } from '../context.ts'
import { decodeNumberCursor, inParts, pageOf } from '../lists/index.ts'
import { findIntegration } from './get.ts'
import { type DeliveredRow, presentDelivery, storedStatus, withEvent } from './present-delivery.ts'
import { reachOf } from './reach.ts'

/** An integration's deliveries, the newest first. */
export async function listDeliveries(
  ctx: Context,
  { params, query }: Input<'integrations.deliveries'>,
): Promise<Output<'integrations.deliveries'>> {
  const { organizationId, id } = await findIntegration(ctx, params.integrationId)
  const { cursor, status } = query
  const first = cursor === undefined ? undefined : decodeNumberCursor(query, cursor)
  const rows = await inParts<DeliveredRow & { position: bigint }>(query, (last, take) => {
    const before = last?.position ?? first
    return ctx.db.delivery.findMany({
      where: {
        ...{ organizationId, integrationId: id },
        ...(status && { status: storedStatus[status] }),
        ...(before !== undefined && { position: { lt: before } }),
      },
      orderBy: { position: 'desc' },
      take,
      include: withEvent,
    })
  })
  const reader = reachOf(ctx.actor)
  const present = (row: (typeof rows.rows)[number]) => presentDelivery(row, reader)
  return pageOf(query, rows, present, ({ position }) => [String(position)])
}
