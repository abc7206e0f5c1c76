import type { Input, KeyCall, Output } from '@sluice/contract'
import type { Context } from '../context.ts'
import { findKey } from '../keys/index.ts'
import { decodeCursor, encodeCursor, invalidCursor } from '../lists/index.ts'
import { isoOf, keyParams, ofKey, statusesOf } from './log-query.ts'
import { decodeNeeds, smallestScopes } from './needs.ts'
import { reasonOf } from './reason.ts'

/** With the key, so that a cursor continues the calls of no other. */
type Query = Input<'keys.calls'>['query'] & { readonly keyId: string }

const asked = `
  ${ofKey} AND time <= fromUnixTimestamp64Milli({until:Int64})
    AND status BETWEEN {lowest:UInt16} AND {highest:UInt16}`

/**
 * The columns after the time only make the order of calls of one millisecond certain. By the time alone the store
 * reads the last rows and no others, so that is asked first: how far back the page can reach.
 */
const statement = `
  WITH (
    SELECT min(time) FROM (SELECT time ${asked} ORDER BY time DESC LIMIT {reach:UInt64})
  ) AS earliest
  SELECT toUnixTimestamp64Milli(time), operation, tier, status, problem, address, micros, needs, calls
  ${asked} AND time >= earliest
  ORDER BY time DESC, micros DESC, operation, address, status, needs, calls
  LIMIT {take:UInt32} OFFSET {skip:UInt32}`

type Row = [
  at: number,
  operation: string,
  tier: string,
  status: number,
  problem: string,
  address: string,
  micros: number,
  needs: string,
  calls: number,
]

/** The last time of a page, and how many calls of that very time it and the pages before it have shown. */
interface Position {
  readonly until: number
  readonly skip: number
}

/** Recent calls of a key, newest first. */
export async function keyCalls(
  ctx: Context,
  { params, query }: Input<'keys.calls'>,
): Promise<Output<'keys.calls'>> {
  const key = await findKey(ctx, params.keyId)
  const asked = { ...query, keyId: key.id }
  const place = positionOf(asked)
  const [lowest, highest] = query.outcome ? statusesOf[query.outcome] : [0, 999]
  const rows = (await ctx.usage.query(statement, {
    ...keyParams(ctx, key.id),
    ...place,
    lowest,
    highest,
    take: query.limit + 1,
    reach: place.skip + query.limit + 1,
  })) as Row[]
  const items = rows.slice(0, query.limit)
  const more = rows.length > query.limit
  return { items: items.map(present), nextCursor: more ? cursorAfter(asked, place, items) : null }
}

/** After everything: no time is later than this. */
const END = { until: 8_640_000_000_000_000 / 1000, skip: 0 }

function positionOf(query: Query): Position {
  if (query.cursor === undefined) return END
  const [until, skip] = decodeCursor(query, query.cursor).map(Number)
  if (!isCount(until) || !isCount(skip) || skip > 0xffff_ffff) throw invalidCursor()
  return { until, skip }
}

function isCount(value: number | undefined): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0
}

function cursorAfter(query: Query, before: Position, items: readonly Row[]): string {
  const until = items.at(-1)?.[0] ?? 0
  const shown = items.filter(([at]) => at === until).length
  const skip = until === before.until ? before.skip + shown : shown
  return encodeCursor(query, [String(until), String(skip)])
}

function present(row: Row): KeyCall {
  const [at, operation, tier, status, problem, address, micros, encoded, calls] = row
  const needs = decodeNeeds(encoded)
  return {
    at: isoOf(at),
    operation,
    tier,
    outcome: status < 400 ? 'ok' : status < 500 ? 'refused' : 'failed',
    status,
    problem: problem || null,
    reason: reasonOf(problem, needs),
    address,
    durationSeconds: micros / 1e6,
    needed: smallestScopes(needs),
    calls,
  }
}
