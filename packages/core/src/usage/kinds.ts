import type { Context } from '../context.ts'
import { type CallKind, remember } from './evidence.ts'
import { keyParams, ofKey } from './log-query.ts'
import { decodeNeeds } from './needs.ts'

/** Kinds of calls that are looked at together: each is judged in this process, between other requests. */
const MOST = 10_000

const succeeded = `
  ${ofKey} AND time >= fromUnixTimestamp64Milli({from:Int64}) AND status < 400`

/** The last segment of each path becomes `#`: far fewer kinds, where thousands of things were reached. */
const generalNeeds = `replaceRegexpAll(needs, '/[^/ \\n]+( |\\n|$)', '/#\\\\1')`

const kindsBy = (columns: string) => `
  SELECT ${columns}, sum(calls) AS total, max(toUnixTimestamp64Milli(time)), sum(total) OVER ()
  ${succeeded} GROUP BY ALL ORDER BY total DESC LIMIT ${MOST + 1}`

type Row = [
  operation: string,
  address: string,
  needs: string,
  calls: number,
  lastAt: number,
  all: number,
]

/** Successful calls of a key since a time, alike ones together, the most frequent first. */
export interface Kinds {
  readonly kinds: readonly CallKind[]
  /** All successful calls, those of kinds that were too many to look at included. */
  readonly calls: number
  /** Were there more kinds than are looked at? */
  readonly cut: boolean
}

/** By operation, address and what was needed. */
export function callKinds(ctx: Context, keyId: string, from: number): Promise<Kinds> {
  return read(ctx, keyId, from, 'operation, toString(address) AS client, needs AS wanted')
}

/** By operation and what was needed; of very many resources only what they have in common. */
export async function neededKinds(ctx: Context, keyId: string, from: number): Promise<Kinds> {
  const exact = await read(ctx, keyId, from, "operation, '' AS client, needs AS wanted")
  if (!exact.cut) return exact
  return read(ctx, keyId, from, `operation, '' AS client, ${generalNeeds} AS wanted`)
}

/** By address alone. */
export function addressKinds(ctx: Context, keyId: string, from: number): Promise<Kinds> {
  return read(ctx, keyId, from, "'' AS name, toString(address) AS client, '' AS wanted")
}

async function read(ctx: Context, keyId: string, from: number, columns: string): Promise<Kinds> {
  const rows = (await ctx.usage.query(kindsBy(columns), {
    ...keyParams(ctx, keyId),
    from,
  })) as Row[]
  const needsOf = remember(decodeNeeds)
  const kinds = rows.slice(0, MOST).map(([operation, address, needs, calls, lastAt]) => ({
    operation,
    address,
    needs: needsOf(needs),
    calls,
    lastAt,
  }))
  return { kinds, calls: rows[0]?.[5] ?? 0, cut: rows.length > MOST }
}
