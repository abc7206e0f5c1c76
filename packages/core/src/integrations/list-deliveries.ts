import type { Input, Output } from '@sluice/contract'
import type { Context } from '../context.ts'
import { decodeCursor, encodeCursor, invalidCursor } from '../lists/index.ts'
import { findIntegration } from './get.ts'
import { presentDelivery, withEvent } from './present-delivery.ts'

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
      ...(cursor !== undefined && { position: { lt: positionIn(query, cursor) } }),
    },
    orderBy: { position: 'desc' },
    take: limit + 1,
    include: withEvent,
  })
  const items = rows.slice(0, limit)
  const end = items.at(-1)
  const more = rows.length > limit && end !== undefined
  return {
    items: items.map(presentDelivery),
    nextCursor: more ? encodeCursor(query, [String(end.position)]) : null,
  }
}

function positionIn(query: object, cursor: string): bigint {
  const [position = ''] = decodeCursor(query, cursor)
  if (!/^\d{1,18}$/.test(position)) throw invalidCursor()
  return BigInt(position)
}
