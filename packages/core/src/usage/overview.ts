import { type Input, type KeyUsageOverview, type Output, usageLimits } from '@sluice/contract'
import type { Context } from '../context.ts'
import { filtersFor, idCondition } from '../scopes/index.ts'
import { type Day, lastDays } from './days.ts'

const statement = `
  SELECT key, roundDown(toUnixTimestamp64Milli(time), {days:Array(Int64)}) AS day, sum(calls),
    sumIf(calls, status >= 400 AND status < 500), sumIf(calls, status >= 500)
  FROM requests
  WHERE organization = {organization:UInt32} AND key IN {keys:Array(String)}
    AND time >= fromUnixTimestamp64Milli({from:Int64})
  GROUP BY key, day`

type Row = [key: string, day: number, calls: number, refused: number, failed: number]

/** Calls a day of several keys: those asked for that the caller may read. */
export async function keyUsageOverview(
  ctx: Context,
  { query }: Input<'keys.usageOverview'>,
): Promise<Output<'keys.usageOverview'>> {
  const days = lastDays(ctx.now, usageLimits.overviewDays, query.timezone)
  const keys = await readable(ctx, query.keys)
  const rows = (await ctx.usage.query(statement, {
    organization: ctx.actor.organization.number,
    keys,
    days: days.map(({ start }) => start),
    from: days[0]?.start ?? 0,
  })) as Row[]
  const byKey = Map.groupBy(rows, ([key]) => key)
  return {
    timezone: query.timezone,
    dates: days.map(({ date }) => date),
    items: keys.map((keyId) => ({ keyId, ...tally(days, byKey.get(keyId) ?? []) })),
  }
}

/** The ids, in their order, of those keys of the organization that the caller's scopes cover. */
async function readable(ctx: Context, ids: readonly string[]): Promise<string[]> {
  const rows = await ctx.db.key.findMany({
    where: {
      AND: [
        { organizationId: ctx.actor.organization.id, id: { in: [...ids] } },
        idCondition(filtersFor(ctx.actor.scopes, 'read'), 'KEY'),
      ],
    },
    select: { id: true },
  })
  const found = new Set(rows.map(({ id }) => id))
  return ids.filter((id) => found.has(id))
}

type Tally = Omit<KeyUsageOverview['items'][number], 'keyId'>

function tally(days: readonly Day[], rows: readonly Row[]): Tally {
  const byDay = new Map(rows.map(([, day, calls]) => [day, calls]))
  const sum = (column: 2 | 3 | 4) => rows.reduce((total, row) => total + row[column], 0)
  const total = sum(2)
  const refused = sum(3)
  return {
    calls: days.map(({ start }) => byDay.get(start) ?? 0),
    total,
    refused,
    failed: sum(4),
    refusedShare: total === 0 ? null : refused / total,
  }
}
