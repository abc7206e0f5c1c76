import { freshnessGraceSeconds, type ThingFreshness } from '@sluice/contract'
import type { ThingRow } from '../present.ts'

/** The times before which data is late, or silent, for an expected interval in seconds. */
export function freshnessBounds(expectedSeconds: number, now: Date) {
  const before = (seconds: number) =>
    new Date(Math.max(0, now.getTime() - 1000 * (seconds + freshnessGraceSeconds)))
  return { late: before(expectedSeconds), silent: before(2 * expectedSeconds) }
}

/** The freshness of a thing's data, given its expected interval; null if no data is expected. */
export function freshnessOf(
  { status, lastSeenAt }: Pick<ThingRow, 'status' | 'lastSeenAt'>,
  expectedSeconds: number | null | undefined,
  now: Date,
): ThingFreshness | null {
  if (status !== 'Active') return null
  if (lastSeenAt === null) return 'never'
  if (expectedSeconds === null || expectedSeconds === undefined) return null
  const { late, silent } = freshnessBounds(expectedSeconds, now)
  if (lastSeenAt < silent) return 'silent'
  return lastSeenAt < late ? 'late' : 'fresh'
}
