import { invalidRequest } from '@sluice/runtime'

const DAY = 86_400_000

const UNITS = { s: 1e3, m: 60e3, h: 3600e3, d: DAY, w: 7 * DAY } as const

/** Epoch milliseconds of a time that the schema has validated. `now` includes what has just happened. */
export function instantOf(text: string, now: Date): number {
  if (text === 'now') return now.getTime() + 1
  const [, count, unit] = /^-(\d+)([smhdw])$/.exec(text) ?? []
  return count === undefined
    ? Date.parse(text)
    : now.getTime() - Number(count) * UNITS[unit as keyof typeof UNITS]
}

/** The earliest time passed to Postgres, since `-999999w` is out of its range. */
const EARLIEST = Date.parse('0001-01-01T00:00:00Z')

/** Throws `invalid-request` for a range that contains no time. Both ends are epoch milliseconds. */
export function requireRange(start: number, end: number, part: 'query' | 'body' = 'query'): void {
  if (start < end) return
  throw invalidRequest([{ pointer: `/${part}/to`, detail: 'must be after from' }])
}

/**
 * The condition on a time for the range of a call's query or body; undefined without one. Throws `invalid-request` if
 * the range is empty.
 */
export function within(
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
  now: Date,
  part: 'query' | 'body' = 'query',
): { gte?: Date; lt?: Date } | undefined {
  if (from === undefined && to === undefined) return undefined
  const start = from === undefined ? undefined : instantOf(from, now)
  const end = to === undefined ? undefined : instantOf(to, now)
  if (start !== undefined && end !== undefined) requireRange(start, end, part)
  const timeOf = (millis: number) => new Date(Math.max(millis, EARLIEST))
  return {
    ...(start !== undefined && { gte: timeOf(start) }),
    ...(end !== undefined && { lt: timeOf(end) }),
  }
}
