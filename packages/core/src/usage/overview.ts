import {
  type CallOutcome,
  type Input,
  type KeyUsageOverview,
  type Output,
  usageLimits,
} from '@sluice/contract'
import type { Context } from '../context.ts'
import { readableCondition } from '../scopes/index.ts'
import { type Day, lastDays } from './days.ts'
import { dayParams, outcome, sinceQuarter, startOfDay } from './log-query.ts'

const statement = `
  SELECT key, ${startOfDay} AS day, ${outcome} AS outcome, sum(calls)
  FROM requests
  WHERE organization = {organization:UInt32} AND key IN {keys:Array(String)} AND ${sinceQuarter}
  GROUP BY key, day, outcome`

type Row = [key: string, day: number, outcome: CallOutcome, calls: number]

/** Calls per day of several keys: those requested that the caller may read. */
export async function keyUsageOverview(
  ctx: Context,
  { query }: Input<'keys.usageOverview'>,
): Promise<Output<'keys.usageOverview'>> {
  const days = lastDays(ctx.now, usageLimits.overviewDays, query.timezone)
  const keys = await readable(ctx, query.keys)
  const rows = (await ctx.usage.query(statement, {
    organization: ctx.actor.organization.number,
    keys,
    ...dayParams(days),
  })) as Row[]
  const byKey = Map.groupBy(rows, ([key]) => key)
  return {
    timezone: query.timezone,
    dates: days.map(({ date }) => date),
    items: keys.map((keyId) => ({ keyId, ...tally(days, byKey.get(keyId) ?? []) })),
  }
}

/** The ids, in order, of the organization's keys that the caller's scopes cover. */
async function readable(ctx: Context, ids: readonly string[]): Promise<string[]> {
  const rows = await ctx.db.key.findMany({
    where: { AND: [readableCondition(ctx.actor, 'KEY'), { id: { in: [...ids] } }] },
    select: { id: true },
  })
  const found = new Set(rows.map(({ id }) => id))
  return ids.filter((id) => found.has(id))
}

type Tally = Omit<KeyUsageOverview['items'][number], 'keyId'>

function tally(days: readonly Day[], rows: readonly Row[]): Tally {
  const sum = (counted: readonly Row[]) =>
    counted.reduce((total, [, , , calls]) => total + calls, 0)
  const of = (wanted: CallOutcome) => sum(rows.filter(([, , result]) => result === wanted))
  const byDay = Map.groupBy(rows, ([, day]) => day * 1000)
  const [total, refused] = [sum(rows), of('refused')]
  return {
    calls: days.map(({ start }) => sum(byDay.get(start) ?? [])),
    total,
    refused,
    failed: of('failed'),
    refusedRatio: total === 0 ? null : refused / total,
  }
}
