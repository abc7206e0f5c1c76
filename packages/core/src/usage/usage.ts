import {
  type CallOutcome,
  type Input,
  type KeyUsage,
  type Output,
  usageLimits,
} from '@sluice/contract'
import type { Context } from '../context.ts'
import { findKey } from '../keys/index.ts'
import { lastDays } from './days.ts'
import {
  dayParams,
  isoOf,
  keyParams,
  ofKey,
  outcome,
  sinceQuarter,
  startOfDay,
} from './log-query.ts'

const byDay = `
  SELECT ${startOfDay} AS day, ${outcome} AS outcome, problem, sum(calls)
  ${ofKey} AND ${sinceQuarter} GROUP BY day, outcome, problem`

const byName = (column: 'operation' | 'address') => `
  SELECT ${column}, toUnixTimestamp64Milli(max(last)), sum(number) AS total,
    sumIf(number, outcome = 'ok'), sumIf(number, outcome = 'refused'), sumIf(number, outcome = 'failed')
  FROM (
    SELECT ${column}, ${outcome} AS outcome, sum(calls) AS number, max(time) AS last
    ${ofKey} AND ${sinceQuarter} GROUP BY ${column}, outcome
  )
  GROUP BY ${column} ORDER BY total DESC, ${column} LIMIT ${usageLimits.named}`

type DayRow = [day: number, outcome: CallOutcome, problem: string, calls: number]
type NameRow = [
  name: string,
  lastAt: number,
  calls: number,
  ok: number,
  refused: number,
  failed: number,
]

/** Calls of a key by day, by operation and by address. */
export async function keyUsage(
  ctx: Context,
  { params, query }: Input<'keys.usage'>,
): Promise<Output<'keys.usage'>> {
  const key = await findKey(ctx, params.keyId)
  const days = lastDays(ctx.now, query.days, query.timezone)
  const { days: starts, from } = dayParams(days)
  const bound = { ...keyParams(ctx, key.id), from }
  const [daily, operations, addresses] = await Promise.all([
    ctx.usage.query(byDay, { ...bound, days: starts }) as Promise<DayRow[]>,
    ctx.usage.query(byName('operation'), bound) as Promise<NameRow[]>,
    ctx.usage.query(byName('address'), bound) as Promise<NameRow[]>,
  ])
  const rowsOfDay = Map.groupBy(daily, ([day]) => day)
  return {
    keyId: key.id,
    from: isoOf(from * 1000),
    to: ctx.now.toISOString(),
    timezone: query.timezone,
    lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
    totals: tally(daily),
    days: days.map(({ date }, i) => ({ date, ...tally(rowsOfDay.get(starts[i] ?? 0) ?? []) })),
    operations: operations.map((row) => ({ operation: row[0], ...named(row) })),
    addresses: addresses.map((row) => ({ address: row[0], ...named(row) })),
  }
}

function tally(rows: readonly DayRow[]): KeyUsage['totals'] {
  const counts = { calls: 0, ok: 0, refused: 0, failed: 0 }
  const problems = new Map<string, number>()
  for (const [, result, problem, calls] of rows) {
    counts.calls += calls
    counts[result] += calls
    if (problem !== '') problems.set(problem, (problems.get(problem) ?? 0) + calls)
  }
  const frequent = [...problems].sort(([, a], [, b]) => b - a)
  return { ...counts, problems: Object.fromEntries(frequent) }
}

function named([, lastAt, calls, ok, refused, failed]: NameRow) {
  return { calls, ok, refused, failed, lastAt: isoOf(lastAt) }
}
