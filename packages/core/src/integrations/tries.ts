import type { Input, Output } from '@sluice/contract'
import type { Context } from '../context.ts'
import { readableCondition } from '../scopes/index.ts'

const HOUR = 3_600_000

/** Of each integration that was asked for and that the caller may read: tries of the last 24 hours and of 7 days. */
export async function integrationTries(
  ctx: Context,
  { query }: Input<'integrations.tries'>,
): Promise<Output<'integrations.tries'>> {
  const readable = await ctx.db.integration.findMany({
    where: {
      AND: [readableCondition(ctx.actor, 'INTEGRATION'), { id: { in: query.integrations } }],
    },
    select: { id: true },
  })
  const there = new Set(readable.map(({ id }) => id))
  const ids = query.integrations.filter((id) => there.has(id))
  const [day, week] = [await countsSince(ctx, ids, 24), await countsSince(ctx, ids, 7 * 24)]
  return {
    items: ids.map((integrationId) => ({
      integrationId,
      day: day.get(integrationId) ?? none,
      week: week.get(integrationId) ?? none,
    })),
  }
}

const none = { succeeded: 0, failed: 0, successRatio: null }

/** Of so many hours, the present one included. */
async function countsSince({ db, actor, now }: Context, ids: string[], hours: number) {
  const thisHour = Math.floor(now.getTime() / HOUR) * HOUR
  const rows = await db.deliveryHour.groupBy({
    by: ['integrationId'],
    where: {
      ...{ organizationId: actor.organization.id, integrationId: { in: ids } },
      hour: { gt: new Date(thisHour - hours * HOUR) },
    },
    _sum: { succeeded: true, failed: true },
  })
  return new Map(
    rows.map(({ integrationId, _sum }) => {
      const [succeeded, failed] = [_sum.succeeded ?? 0, _sum.failed ?? 0]
      const total = succeeded + failed
      const successRatio = total === 0 ? null : succeeded / total
      return [integrationId, { succeeded, failed, successRatio }]
    }),
  )
}
