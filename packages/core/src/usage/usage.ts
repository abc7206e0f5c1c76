import { type Input, type KeyUsage, type Output, usageLimits } from '@sluice/contract'
import type { Context } from '../context.ts'
import { findKey } from '../keys/index.ts'
import { type Day, lastDays } from './days.ts'
import { isoOf, keyParams, ofKey, outcomeColumns } from './log-query.ts'

type Counts = [total: number, ok: number, refused: number, failed: number]

const byDay = `
  SELECT roundDown(toUnixTimestamp64Milli(time), {days:Array(Int64)}) AS day, problem, ${outcomeColumns}
  ${ofKey} GROUP BY day, problem`

const byName = (column: 'operation' | 'address') => `
  SELECT ${column}, max(toUnixTimestamp64Milli(time)), ${outcomeColumns}
  ${ofKey} GROUP BY ${column} ORDER BY total DESC, ${column} LIMIT ${usageLimits.named}`

/** Calls of a key by day, by operation and by address. */
export async function keyUsage(
  ctx: Context,
  { params, query }: Input<'keys.usage'>,
): Promise<Output<'keys.usage'>> {
  const key = await findKey(ctx, params.keyId)
  const days = lastDays(ctx.now, query.days, query.timezone)
  const from = days[0]?.start ?? 0
  const bound = keyParams(ctx, key.id, from)
  const [daily, operations, addresses] = await Promise.all([
    ctx.usage.query(byDay, { ...bound, days: days.map(({ start }) => start) }),
    ctx.usage.query(byName('operation'), bound),
    ctx.usage.query(byName('address'), bound),
  ])
  const rows = daily as DayRow[]
  return {
    keyId: key.id,
    from: isoOf(from),
    to: ctx.now.toISOString(),
    timezone: query.timezone,
    lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
    totals: tally(rows),
    days: days.map((day) => ({ date: day.date, ...tally(rowsOf(day, rows)) })),
    operations: (operations as NameRow[]).map(([operation, ...rest]) => ({
      operation,
      ...named(rest),
    })),
    addresses: (addresses as NameRow[]).map(([address, ...rest]) => ({ address, ...named(rest) })),
  }
}

type DayRow = [day: number, problem: string, ...Counts]
type NameRow = [name: string, lastAt: number, ...Counts]

function rowsOf({ start }: Day, rows: readonly DayRow[]): DayRow[] {
  return rows.filter(([day]) => day === start)
}

function tally(rows: readonly DayRow[]): KeyUsage['totals'] {
  const sum = (column: 2 | 3 | 4 | 5) => rows.reduce((total, row) => total + row[column], 0)
  const problems = new Map<string, number>()
  for (const [, problem, calls] of rows) {
    if (problem !== '') problems.set(problem, (problems.get(problem) ?? 0) + calls)
  }
  return {
    ...countsOf([sum(2), sum(3), sum(4), sum(5)]),
    problems: Object.fromEntries([...problems].sort(([, a], [, b]) => b - a)),
  }
}

function named([lastAt, ...counts]: [number, ...Counts]) {
  return { ...countsOf(counts), lastAt: isoOf(lastAt) }
}

function countsOf([calls, ok, refused, failed]: Counts) {
  return { calls, ok, refused, failed }
}
