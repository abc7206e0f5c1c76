import {
  type BudgetTier,
  budgetTiers,
  type Input,
  type LimitUsage,
  type Output,
} from '@sluice/contract'
import type { Context } from '../context.ts'
import { currentFigure } from '../limits/index.ts'
import { callCondition, readableKeys } from './asked-calls.ts'
import { keysOf } from './calls.ts'
import { type Day, lastDays } from './days.ts'
import { dayParams, isoOf, sinceQuarter, startOfDay } from './log-query.ts'

const limited = "sumIf(calls, problem = 'rate-limited')"

const byTier = `
  SELECT ${startOfDay} AS day, tier, sum(calls), ${limited}
  FROM requests WHERE organization = {organization:UInt32} AND ${sinceQuarter}
  GROUP BY day, tier`

const MAX_KEYS = 100

const byKey = (condition: string) => `
  SELECT key, sum(calls) AS total, ${limited} AS refused, toUnixTimestamp64Milli(max(time))
  FROM requests WHERE ${condition} AND ${sinceQuarter}
  GROUP BY key ORDER BY refused DESC, total DESC, key LIMIT ${MAX_KEYS}`

type TierRow = [day: number, tier: string, calls: number, limited: number]
type KeyRow = [keyId: string, calls: number, limited: number, lastAt: number]

/** How an organization's limits were used in the last days. */
export async function limitUsage(
  ctx: Context,
  { query }: Input<'limits.usage'>,
): Promise<Output<'limits.usage'>> {
  const days = lastDays(ctx.now, query.days, query.timezone)
  const params = { organization: ctx.actor.organization.number, ...dayParams(days) }
  const [rows, keys] = (await Promise.all([
    ctx.usage.query(byTier, params),
    callsByKey(ctx, params),
  ])) as [TierRow[], KeyRow[]]
  const known = await keysOf(
    ctx,
    keys.map(([keyId]) => keyId),
  )
  return {
    from: isoOf(days[0]?.start ?? ctx.now.getTime()),
    to: ctx.now.toISOString(),
    timezone: query.timezone,
    tiers: tiersOf(ctx, rows).map((tier) => tierUsage(tier, days, rows)),
    keys: keys.map(([keyId, calls, refused, lastAt]) => {
      const name = known.get(keyId)?.name ?? keyId
      return { keyId, name, calls, limited: refused, lastAt: isoOf(lastAt) }
    }),
  }
}

/** The keys that the actor may read, those that hit limits first. External keys see no keys. */
async function callsByKey(ctx: Context, params: object): Promise<unknown[][]> {
  const { actor } = ctx
  if (actor.type === 'key' && actor.keyType !== 'Admin') return []
  const { sql, params: asked } = callCondition(ctx, { keys: readableKeys(ctx, undefined) })
  return ctx.usage.query(byKey(sql), { ...params, ...asked })
}

/** Dedicated ingestion is listed if the organization has it, or had it in these days. */
function tiersOf({ actor, now }: Context, rows: readonly TierRow[]): readonly BudgetTier[] {
  const { limits } = actor.organization
  return budgetTiers.filter(
    (tier) =>
      currentFigure(limits, tier, now.getTime()) || rows.some(([, drawnOn]) => drawnOn === tier),
  )
}

/** Includes what the keys' own buckets of the tier refused. */
function tierUsage(
  tier: string,
  days: readonly Day[],
  rows: readonly TierRow[],
): LimitUsage['tiers'][number] {
  const own = rows.filter(([, drawnOn]) => drawnOn === tier || drawnOn.startsWith(`${tier}-`))
  const byDay = Map.groupBy(own, ([day]) => day * 1000)
  return {
    ...{ tier, ...totals(own) },
    days: days.map(({ date, start }) => ({ date, ...totals(byDay.get(start) ?? []) })),
  }
}

function totals(rows: readonly TierRow[]) {
  const sum = (column: 2 | 3) => rows.reduce((total, row) => total + row[column], 0)
  return { calls: sum(2), limited: sum(3) }
}
