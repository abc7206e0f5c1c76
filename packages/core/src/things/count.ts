import type { Input, Output } from '@sluice/contract'
import type { Context } from '../context.ts'
import { intervalsFor, selectedThings } from './conditions.ts'
import { freshnessCondition } from './freshness/condition.ts'

/**
 * Counts things by status and by freshness, in three scans: one counts those that never sent data and those judged by
 * age, the other two the late and the silent.
 */
export async function countThings(
  ctx: Context,
  { query }: Input<'things.count'>,
): Promise<Output<'things.count'>> {
  const intervals = await intervalsFor(ctx, query)
  const where = await selectedThings(ctx, query, async () => intervals)
  const countOf = (freshness: 'late' | 'silent') => {
    const condition = freshnessCondition(freshness, intervals, ctx.now)
    return ctx.db.thing.count({ where: { AND: [where, condition] } })
  }
  const [groups, late, silent] = await Promise.all([
    ctx.db.thing.groupBy({
      by: ['thingTypeId', 'status'],
      where,
      _count: { _all: true, lastSeenAt: true },
    }),
    countOf('late'),
    countOf('silent'),
  ])
  const counts = { total: 0, statuses: { Active: 0, Inactive: 0, Retired: 0 } }
  const freshness = { fresh: 0, late, silent, never: 0 }
  for (const { thingTypeId, status, _count } of groups) {
    counts.total += _count._all
    counts.statuses[status] += _count._all
    if (status !== 'Active') continue
    freshness.never += _count._all - _count.lastSeenAt
    if (intervals.has(thingTypeId)) freshness.fresh += _count.lastSeenAt
  }
  // Data that arrives between the statements must not make it negative.
  freshness.fresh = Math.max(0, freshness.fresh - late - silent)
  return { ...counts, freshness }
}
