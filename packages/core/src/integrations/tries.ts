import type { Input, Output } from '@sluice/contract'
import type { Context } from '../context.ts'
import { readableCondition } from '../scopes/index.ts'

const HOUR = 3_600_000

/** Attempts of the last 24 hours and 7 days, for each requested integration that the caller may read. */
export async function integrationTries(
  ctx: Context,
  { query }: Input<'integrations.tries'>,
): Promise<Output<'integrations.tries'>> {
  const readable = await ctx.db.integration.findMany({
    where: {
      AND: [readableCondition(ctx.actor, 'INTEGRATION'), { id: { in: query.integrations } }],
      deletedAt: null,
    },
    select: { id: true, lane: true },
  })
  const laneOf = new Map(readable.map(({ id, lane }) => [id, lane]))
  const lanes = [...laneOf.values()]
  const [day, week] = [await countsSince(ctx, lanes, 24), await countsSince(ctx, lanes, 7 * 24)]
  return {
    items: query.integrations.flatMap((integrationId) => {
      const lane = laneOf.get(integrationId)
      if (lane === undefined) return []
      return [{ integrationId, day: day.get(lane) ?? none, week: week.get(lane) ?? none }]
    }),
  }
}

const none = { succeeded: 0, failed: 0, successRatio: null }

/** Over this many hours, including the current one. */
async function countsSince({ db, actor, now }: Context, lanes: string[], hours: number) {
  const thisHour = Math.floor(now.getTime() / HOUR) * HOUR
  const rows = await db.deliveryHour.groupBy({
    by: ['integrationId'],
    where: {
      ...{ organizationId: actor.organization.id, integrationId: { in: lanes } },
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
