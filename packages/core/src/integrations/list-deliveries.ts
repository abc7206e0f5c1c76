import type { Input, Output } from '@sluice/contract'
import type { Context } from '../context.ts'
import { decodeNumberCursor, pageOf } from '../lists/index.ts'
import { findIntegration } from './get.ts'
import { presentDelivery, withEvent } from './present-delivery.ts'
import { reachOf } from './reach.ts'

/** An integration's deliveries, the newest first. */
export async function listDeliveries(
  ctx: Context,
  { params, query }: Input<'integrations.deliveries'>,
): Promise<Output<'integrations.deliveries'>> {
  const { organizationId, id } = await findIntegration(ctx, params.integrationId)
  const { limit, cursor, status } = query
  const rows = await ctx.db.delivery.findMany({
    where: {
      ...{ organizationId, integrationId: id },
      ...(status && { status }),
      ...(cursor !== undefined && { position: { lt: decodeNumberCursor(query, cursor) } }),
    },
    orderBy: { position: 'desc' },
    take: limit + 1,
    include: withEvent,
  })
  const reader = reachOf(ctx.actor)
  const present = (row: (typeof rows)[number]) => presentDelivery(row, reader)
  return pageOf(query, rows, present, ({ position }) => [String(position)])
}
