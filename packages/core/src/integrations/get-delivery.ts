import type { Input, Output } from '@sluice/contract'
import { notFound } from '@sluice/runtime'
import type { Context } from '../context.ts'
import { dataOf, reachOf } from '../events/index.ts'
import { findIntegration } from './get.ts'
import { payloadOf, presentAttempt, presentDelivery, sideShown } from './present-delivery.ts'
import type { SetRow } from './set-row.ts'

/** The most attempts in an answer: more than the service makes by itself. */
const MAX_ATTEMPTS_SHOWN = 50

export async function getDelivery(
  ctx: Context,
  { params }: Input<'integrations.delivery'>,
): Promise<Output<'integrations.delivery'>> {
  const integration = await findIntegration(ctx, params.integrationId)
  const row = await findDelivery(ctx, integration, params.deliveryId)
  const attempts = await ctx.db.deliveryAttempt.findMany({
    where: { organizationId: row.organizationId, deliveryId: row.id },
    orderBy: { id: 'desc' },
    take: MAX_ATTEMPTS_SHOWN,
  })
  const reader = reachOf(ctx.actor)
  const side = sideShown(row, reader)
  const isWhole = side === (row.side ?? 'both')
  return {
    ...presentDelivery(integration, row, reader),
    payload: side ? payloadOf({ ...row.event, data: dataOf(row.event, side) }) : null,
    attempts: attempts.map((one) => presentAttempt(one, !isWhole)),
  }
}

/** A delivery of an integration, with its event; throws `not-found`. */
export async function findDelivery(ctx: Context, { organizationId, lane }: SetRow, id: string) {
  const row = await ctx.db.delivery.findUnique({
    where: { organizationId_id: { organizationId, id }, integrationId: lane },
    include: { event: true },
  })
  if (!row) throw notFound('delivery', id)
  return row
}
