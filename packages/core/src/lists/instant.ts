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

/** The condition on a time for the query's range; undefined without one. */
export function within(
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
  now: Date,
): { gte?: Date; lt?: Date } | undefined {
  if (from === undefined && to === undefined) return undefined
  const timeOf = (text: string) => new Date(Math.max(instantOf(text, now), EARLIEST))
  return {
    ...(from !== undefined && { gte: timeOf(from) }),
    ...(to !== undefined && { lt: timeOf(to) }),
  }
}
