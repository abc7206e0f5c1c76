import type { Input, KeyCall, Output, Scope } from '@sluice/contract'
import { mapInSlices } from '@sluice/runtime'
import type { Context } from '../context.ts'
import type { Key } from '../database/generated/client.ts'
import { findKey } from '../keys/index.ts'
import { decodeCursor, encodeCursor, invalidCursor } from '../lists/index.ts'
import { covers, type Need } from '../scopes/index.ts'
import { type Asked, callCondition, rangeOf, readableKeys } from './asked-calls.ts'
import { isListNeed, meetsNeed } from './judge.ts'
import { isoOf } from './log-query.ts'
import { decisiveNeeds, decodeNeeds, smallestScopes } from './needs.ts'
import { pageStatement } from './page-statement.ts'
import { reasonOf } from './reason.ts'

/** Includes the key of the path, so that a cursor is valid only for it. */
type Query = Input<'keys.calls'>['query'] & {
  readonly keyId?: string
  readonly key?: string | undefined
}

type Row = [
  at: number,
  key: string,
  request: string,
  operation: string,
  tier: string,
  status: number,
  problem: string,
  address: string,
  micros: number,
  needs: string,
  calls: number,
  total: number,
]

/** The last time of a page, and how many calls with exactly that time have been shown up to there. */
interface Position {
  readonly until: number
  readonly skip: number
}

/** Calls of a key, newest first. */
export async function keyCalls(
  ctx: Context,
  { params, query }: Input<'keys.calls'>,
): Promise<Output<'keys.calls'>> {
  const key = await findKey(ctx, params.keyId)
  const range = rangeOf(ctx.now, { ...query, from: query.from ?? isoOf(0) })
  return pageOf(ctx, { ...query, keyId: key.id }, { range, keys: [key.id] })
}

/** Calls of all keys that the actor may read, newest first. */
export function listCalls(
  ctx: Context,
  { query }: Input<'calls.list'>,
): Promise<Output<'calls.list'>> {
  const range = rangeOf(ctx.now, query)
  return pageOf(ctx, query, { range, keys: readableKeys(ctx, query.key) })
}

interface Reach {
  readonly range: ReturnType<typeof rangeOf>
  readonly keys: Asked['keys']
}

async function pageOf(ctx: Context, query: Query, { range, keys }: Reach) {
  const place = positionOf(query)
  const { sql, params } = callCondition(ctx, { ...query, keys })
  const rows = (await ctx.usage.query(pageStatement(sql), {
    ...params,
    ...range,
    ...place,
    take: query.limit + 1,
    reach: place.skip + query.limit + 1,
  })) as Row[]
  const items = rows.slice(0, query.limit)
  const isMore = (rows[0]?.[11] ?? 0) > items.length
  const known = await keysOf(
    ctx,
    items.map(([, key]) => key),
  )
  return {
    items: await mapInSlices(items, (row) => present(ctx, row, known.get(row[1]))),
    nextCursor: isMore ? cursorAfter(query, place, items) : null,
  }
}

type KnownKey = Pick<Key, 'id' | 'name' | 'scopes'>

/** The keys of the organization with these ids. */
export async function keysOf(ctx: Context, ids: readonly string[]): Promise<Map<string, KnownKey>> {
  const rows = await ctx.db.key.findMany({
    where: { organizationId: ctx.actor.organization.id, id: { in: [...new Set(ids)] } },
    select: { id: true, name: true, scopes: true },
  })
  return new Map(rows.map((row) => [row.id, row]))
}

/** Later than any call. */
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

function present(ctx: Context, row: Row, key: KnownKey | undefined): KeyCall {
  const [at, keyId, request, operation, tier, status, problem, address, micros, encoded, calls] =
    row
  const logged = decisiveNeeds(decodeNeeds(encoded))
  const needs = problem === 'not-found' ? logged.filter((need) => mayKnow(ctx, need)) : logged
  const scopes = key?.scopes as unknown as Scope[] | undefined
  const missing = scopes ? needs.filter((need) => !meetsNeed(scopes, need)) : []
  return {
    at: isoOf(at),
    requestId: request || null,
    keyId,
    keyName: key?.name ?? null,
    operation,
    tier,
    outcome: status < 400 ? 'ok' : status < 500 ? 'refused' : 'failed',
    status,
    problem: problem || null,
    reason: reasonOf(problem, needs),
    address,
    durationSeconds: micros / 1e6,
    needed: smallestScopes(needs),
    missingNow: smallestScopes(missing),
    calls,
  }
}

/** Whether the actor may know that the resource of a need exists. */
function mayKnow({ actor }: Context, need: Need): boolean {
  return isListNeed(need) || covers(actor.scopes, 'read', need.paths)
}
