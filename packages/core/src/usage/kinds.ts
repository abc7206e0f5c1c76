import type { Context } from '../context.ts'
import { type CallKind, remember } from './evidence.ts'
import { keyParams, ofKey, sinceQuarter } from './log-query.ts'
import { decodeNeeds } from './needs.ts'

/** Kinds of calls that are looked at together: each is judged in this process, between other requests. */
const MOST = 10_000

/** The last segment of each path becomes `#`: far fewer kinds, where thousands of things were reached. */
const generalNeeds = `replaceRegexpAll(needs, '/[^/ \\n]+( |\\n|$)', '/#\\\\1')`

/** Expressions of what makes calls alike; undefined where it does not count. */
interface Alike {
  readonly operation?: 'operation'
  readonly address?: 'address'
  readonly needs?: string
}

/** Groups several texts by their hash: it takes half as long as by the texts themselves. */
function kindsBy({ operation, address, needs }: Alike): string {
  const parts = [operation, address, needs].filter((part) => part !== undefined)
  const group = parts.length === 1 ? parts.join() : `cityHash64(${parts.join()})`
  const shown = (part: string | undefined) => (part === undefined ? "''" : `any(${part})`)
  return `
    SELECT ${shown(operation)}, ${address === group ? 'address' : shown(address)}, ${shown(needs)},
      sum(calls) AS total, toUnixTimestamp64Milli(max(time)), sum(total) OVER ()
    ${ofKey} AND ${sinceQuarter} AND status < 400
    GROUP BY ${group} ORDER BY total DESC LIMIT ${MOST + 1}`
}

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
  return read(ctx, keyId, from, { operation: 'operation', address: 'address', needs: 'needs' })
}

/** By operation and what was needed; of very many resources only what they have in common. */
export async function neededKinds(ctx: Context, keyId: string, from: number): Promise<Kinds> {
  const exact = await read(ctx, keyId, from, { operation: 'operation', needs: 'needs' })
  if (!exact.cut) return exact
  return read(ctx, keyId, from, { operation: 'operation', needs: generalNeeds })
}

/** By address alone, which the table's sums tell. */
export function addressKinds(ctx: Context, keyId: string, from: number): Promise<Kinds> {
  return read(ctx, keyId, from, { address: 'address' })
}

async function read(ctx: Context, keyId: string, from: number, alike: Alike): Promise<Kinds> {
  const rows = (await ctx.usage.query(kindsBy(alike), {
    ...keyParams(ctx, keyId),
    from: from / 1000,
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
