import type { Input, Output } from '@sluice/contract'
import type { Context } from '../context.ts'
import { reachOf } from '../events/index.ts'
import {
  decodeNumberCursor,
  inParts,
  pageOf,
  timeOrder,
  within,
  withTotal,
} from '../lists/index.ts'
import { findIntegration } from './get.ts'
import { type DeliveredRow, eventFor, presentDelivery, storedStatus } from './present-delivery.ts'

type Positioned = DeliveredRow & { readonly position: bigint }

/** An integration's deliveries, in the order in which they were recorded. */
export async function listDeliveries(
  ctx: Context,
  { params, query }: Input<'integrations.deliveries'>,
): Promise<Output<'integrations.deliveries'>> {
  const integration = await findIntegration(ctx, params.integrationId)
  const { organizationId, lane } = integration
  const { cursor, status, sort } = query
  const occurredAt = within(query, ctx.now)
  const where = {
    ...{ organizationId, integrationId: lane },
    ...(status && { status: storedStatus[status] }),
    ...(occurredAt && { event: { occurredAt } }),
  }
  const [direction, beyond] = timeOrder(sort)
  const first = cursor === undefined ? undefined : decodeNumberCursor(query, cursor)
  const reader = reachOf(ctx.actor)
  const page = async () => {
    const part = (last: Positioned | undefined, take: number) => {
      const from = last?.position ?? first
      return ctx.db.delivery.findMany({
        where: { ...where, ...(from !== undefined && { position: { [beyond]: from } }) },
        orderBy: { position: direction },
        take,
        include: eventFor(reader),
      })
    }
    const rows = await inParts<Positioned>(query, part, { kind: 'deliveries' })
    const present = (row: (typeof rows.rows)[number]) => presentDelivery(integration, row, reader)
    return pageOf(query, rows, present, ({ position }) => [String(position)])
  }
  return withTotal(query, page(), () => ctx.db.delivery.count({ where }))
}
