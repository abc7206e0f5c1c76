import type { CallOutcome, Scope } from '@sluice/contract'
import type { Context } from '../context.ts'
import { findKey } from '../keys/index.ts'
import type { Day } from './days.ts'
import type { Settings } from './evidence.ts'

const DAY = 86_400_000

/** Rows of one key. Every query starts with the organization, which is never taken from the caller. */
export const ofKey = `
  FROM requests WHERE organization = {organization:UInt32} AND key = {key:String}`

/**
 * From a quarter-hour on. With exactly this condition, and only sums and latest times, a query is answered from the
 * table's projections (schema.ts) rather than its rows.
 */
export const sinceQuarter = "toStartOfFifteenMinutes(time) >= toDateTime({from:UInt32}, 'UTC')"

/** From a UTC day on: like {@link sinceQuarter}, for the sums by kind. */
export const sinceDay = "toStartOfDay(time) >= toDateTime({from:UInt32}, 'UTC')"

/** The start of a call's day, out of the given starts, in epoch seconds. */
export const startOfDay =
  'roundDown(toUnixTimestamp(toStartOfFifteenMinutes(time)), {days:Array(UInt32)})'

/** The status codes of each outcome, both ends included. */
export const statusesOf = {
  ok: [0, 399],
  refused: [400, 499],
  failed: [500, 999],
} as const satisfies Record<CallOutcome, readonly [number, number]>

/** SQL of a call's outcome. */
export const outcome = "multiIf(status < 400, 'ok', status < 500, 'refused', 'failed')"

/** The parameters of {@link ofKey}. */
export function keyParams(ctx: Context, key: string) {
  return { organization: ctx.actor.organization.number, key }
}

/** The parameters of {@link sinceQuarter} and {@link startOfDay}. */
export function dayParams(days: readonly Day[]) {
  const starts = days.map(({ start }) => start / 1000)
  return { from: starts[0] ?? 0, days: starts }
}

/** The last `days` times 24 hours, extended to the start of the UTC day in which they began. */
export function lastDaysWhole(now: Date, days: number) {
  const from = Math.floor((now.getTime() - days * DAY) / DAY) * DAY
  return { from, answer: { from: isoOf(from), to: now.toISOString() } }
}

export function isoOf(millis: number): string {
  return new Date(millis).toISOString()
}

/** A key's current settings; throws `not-found` for a key of another organization. */
export async function settingsOf(ctx: Context, keyId: string): Promise<Settings> {
  const { scopes, allowedIpCidrs } = await findKey(ctx, keyId)
  return { scopes: scopes as unknown as Scope[], allowedIpCidrs }
}
