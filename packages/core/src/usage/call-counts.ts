import { type CallOutcome, callCountLimits, type Input, type Output } from '@sluice/contract'
import type { Context } from '../context.ts'
import { callCondition, rangeOf, readableKeys } from './asked-calls.ts'
import { type Bars, barsOf, startsOf } from './call-intervals.ts'
import { keysOf } from './calls.ts'
import { isoOf, outcome } from './log-query.ts'

const { ranked } = callCountLimits

type BarRow = [start: number, outcome: CallOutcome, calls: number]
type Ranked = [name: string, calls: number, ok: number, refused: number, failed: number]
type StatusRow = [status: number, problem: string, calls: number]

/** Calls by time, key, operation, status and address, of the keys that the actor may read. */
export async function countCalls(
  ctx: Context,
  { query }: Input<'calls.count'>,
): Promise<Output<'calls.count'>> {
  const bars = barsOf(rangeOf(ctx.now, query))
  const { key, ...rest } = query
  const { sql, params } = callCondition(ctx, { ...rest, keys: readableKeys(ctx, key) })
  const { interval, from, to } = bars
  const ask = (statement: string) =>
    ctx.usage.query(statement, { ...params, interval, from, to, ranked })
  const source = `FROM requests WHERE ${sql} AND ${inBars(bars)}`
  const [byTime, keys, operations, statuses, addresses] = (await Promise.all([
    ask(byBar(source, bars)),
    ask(ranking('key', source)),
    ask(ranking('operation', source)),
    ask(`SELECT status, problem, sum(calls) AS number ${source}
      GROUP BY status, problem ORDER BY number DESC, status, problem LIMIT {ranked:UInt32}`),
    ask(ranking('address', source)),
  ])) as [BarRow[], Ranked[], Ranked[], StatusRow[], Ranked[]]
  const known = await keysOf(
    ctx,
    keys.map(([id]) => id),
  )
  return {
    from: isoOf(from * 1000),
    to: isoOf(to * 1000),
    intervalSeconds: interval,
    totals: { calls: sumOf(byTime), ...byOutcome(byTime) },
    bars: filled(bars, byTime),
    keys: keys.map((row) => ({
      ...{ keyId: row[0], name: known.get(row[0])?.name ?? null },
      ...figures(row),
    })),
    operations: operations.map((row) => ({ operation: row[0], ...figures(row) })),
    statuses: statuses.map(([status, problem, calls]) => ({
      ...{ status, problem: problem || null, calls },
    })),
    addresses: addresses.map((row) => ({ address: row[0], ...figures(row) })),
  }
}

/** Bars of whole quarter-hours are read from the table's projections (schema.ts), which know no other times. */
function inBars({ byQuarter }: Bars): string {
  const time = byQuarter ? 'toStartOfFifteenMinutes(time)' : 'time'
  return `${time} >= toDateTime({from:UInt32}, 'UTC') AND ${time} < toDateTime({to:UInt32}, 'UTC')`
}

/** Bars begin at multiples of their length since the epoch. */
function byBar(source: string, { byQuarter }: Bars): string {
  const time = byQuarter ? 'toStartOfFifteenMinutes(time)' : 'time'
  const start = `intDiv(toUnixTimestamp(${time}), {interval:UInt32}) * {interval:UInt32}`
  return `SELECT ${start} AS start, ${outcome} AS outcome, sum(calls) ${source} GROUP BY start, outcome`
}

function ranking(column: 'key' | 'operation' | 'address', source: string): string {
  return `
    SELECT ${column}, sum(number) AS total,
      sumIf(number, outcome = 'ok'), sumIf(number, outcome = 'refused'), sumIf(number, outcome = 'failed')
    FROM (SELECT ${column}, ${outcome} AS outcome, sum(calls) AS number ${source} GROUP BY ${column}, outcome)
    GROUP BY ${column} ORDER BY total DESC, ${column} LIMIT {ranked:UInt32}`
}

function filled(bars: Bars, rows: readonly BarRow[]) {
  const byStart = Map.groupBy(rows, ([start]) => start)
  return startsOf(bars).map((start) => ({
    at: isoOf(start * 1000),
    ...byOutcome(byStart.get(start) ?? []),
  }))
}

function byOutcome(rows: readonly BarRow[]) {
  const of = (wanted: CallOutcome) => sumOf(rows.filter(([, result]) => result === wanted))
  return { ok: of('ok'), refused: of('refused'), failed: of('failed') }
}

function sumOf(rows: readonly BarRow[]): number {
  return rows.reduce((sum, [, , calls]) => sum + calls, 0)
}

function figures([, calls, ok, refused, failed]: Ranked) {
  return { calls, ok, refused, failed }
}
