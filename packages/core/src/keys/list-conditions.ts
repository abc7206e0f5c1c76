import { type Key, keyHealthLimits, type keyHealths, usageLimits } from '@sluice/contract'
import type { Context } from '../context.ts'
import type { Prisma } from '../database/generated/client.ts'
import type { KeyStatus } from './record.ts'

const DAY = 86_400_000

/** The keys with this status at `now`. */
export function statusCondition(status: KeyStatus, now: Date): Prisma.KeyWhereInput {
  const conditions = {
    Revoked: { revokedAt: { not: null } },
    Expired: { revokedAt: null, expiresAt: { lte: now } },
    Active: { revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] },
  } satisfies Record<Key['status'], Prisma.KeyWhereInput>
  return conditions[status]
}

/** The keys that need attention for this reason: active ones, or for a leak any. */
export async function healthCondition(
  ctx: Context,
  health: (typeof keyHealths)[number],
): Promise<Prisma.KeyWhereInput> {
  if (health === 'leaked') return { leakedAt: { not: null } }
  const active = statusCondition('Active', ctx.now)
  return { AND: [active, await reasons[health](ctx)] }
}

const reasons = {
  expiring: ({ now }: Context) => ({
    expiresAt: { lte: daysFrom(now, keyHealthLimits.expiringDays) },
  }),
  stale: ({ now }: Context) => {
    const since = { lte: daysFrom(now, -keyHealthLimits.staleDays) }
    return { OR: [{ lastUsedAt: since }, { lastUsedAt: null, createdAt: since }] }
  },
  unused: () => ({ lastUsedAt: null }),
  refused: async (ctx: Context) => ({ id: { in: await refusedOften(ctx) } }),
}

/** The most keys listed as often refused: those refused most. */
const MAX_REFUSED = 1000

const refusedStatement = `
  SELECT key FROM requests
  WHERE organization = {organization:UInt32}
    AND toStartOfFifteenMinutes(time) >= toDateTime({from:UInt32}, 'UTC')
  GROUP BY key
  HAVING sum(calls) >= {enough:UInt32}
    AND sumIf(calls, status >= 400 AND status < 500) >= {share:Float64} * sum(calls)
  ORDER BY sumIf(calls, status >= 400 AND status < 500) DESC, key
  LIMIT ${MAX_REFUSED}`

/** From the request log, so it is best effort. */
async function refusedOften(ctx: Context): Promise<string[]> {
  const rows = (await ctx.usage.query(refusedStatement, {
    organization: ctx.actor.organization.number,
    from: Math.floor(daysFrom(ctx.now, -usageLimits.overviewDays).getTime() / 1000),
    enough: keyHealthLimits.refusedOfCalls,
    share: keyHealthLimits.refusedRatio,
  })) as [key: string][]
  return rows.map(([key]) => key)
}

function daysFrom(now: Date, days: number): Date {
  return new Date(now.getTime() + days * DAY)
}
