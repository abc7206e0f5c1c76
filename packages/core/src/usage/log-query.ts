import type { CallOutcome, Scope } from '@sluice/contract'
import type { Context } from '../context.ts'
import { findKey } from '../keys/index.ts'
import type { Settings } from './evidence.ts'

const DAY = 86_400_000

/** Rows of one key from a time on. Every query starts with the organization, which no caller names. */
export const ofKey = `
  FROM requests
  WHERE organization = {organization:UInt32} AND key = {key:String}
    AND time >= fromUnixTimestamp64Milli({from:Int64})`

/** The status codes of each outcome, both ends included. */
export const statusesOf = {
  ok: [0, 399],
  refused: [400, 499],
  failed: [500, 999],
} as const satisfies Record<CallOutcome, readonly [number, number]>

/** Calls by outcome, as columns of a query. */
export const outcomeColumns = `
  sum(calls) AS total, sumIf(calls, status < 400) AS ok,
  sumIf(calls, status >= 400 AND status < 500) AS refused, sumIf(calls, status >= 500) AS failed`

/** The parameters of {@link ofKey}; `from` in epoch milliseconds. */
export function keyParams(ctx: Context, key: string, from: number) {
  return { organization: ctx.actor.organization.number, key, from }
}

/** The last `days` times 24 hours. */
export function lastHours(now: Date, days: number) {
  const from = now.getTime() - days * DAY
  return { from, answer: { from: isoOf(from), to: now.toISOString() } }
}

export function isoOf(millis: number): string {
  return new Date(millis).toISOString()
}

/** What a key is now; throws `not-found` for another organization's. */
export async function settingsOf(ctx: Context, keyId: string): Promise<Settings> {
  const { scopes, allowedIpCidrs } = await findKey(ctx, keyId)
  return { scopes: scopes as unknown as Scope[], allowedIpCidrs }
}
