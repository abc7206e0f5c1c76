/** From `at` on, in epoch milliseconds, local time minus UTC is `offset`, in milliseconds. */
export interface Offset {
  readonly at: number
  readonly offset: number
}

export type OffsetAt = (millis: number) => number

/** What is used of Temporal, which older versions of Node lack. */
interface Zoned {
  readonly epochMilliseconds: number
  readonly offsetNanoseconds: number
  getTimeZoneTransition(direction: 'next'): Zoned | null
}

interface TemporalApi {
  readonly Instant: {
    fromEpochMilliseconds(millis: number): { toZonedDateTimeISO(zone: string): Zoned }
  }
}

/** The offset with which a year of UTC begins, and the changes in it. */
type Year = readonly [Offset, ...Offset[]]

/**
 * The offsets of a zone by the year, each year read once. To ask Intl for an offset takes 5 µs, and a page of days, or
 * centuries of a calendar, asks for ten thousand. Undefined where there is no Temporal.
 */
export function zoneYears(name: string, read: OffsetAt) {
  const { Temporal } = globalThis as { Temporal?: TemporalApi }
  if (!Temporal) return undefined
  const years = new Map<number, Year>()
  const yearOf = (millis: number): Year => {
    const number = new Date(millis).getUTCFullYear()
    const known = years.get(number)
    if (known) return known
    const start = Date.UTC(number, 0, 1)
    const zoned = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(name)
    const year: Year = [
      { at: start, offset: read(start) },
      ...changesBetween(zoned, Date.UTC(number + 1, 0, 1)),
    ]
    years.set(number, year)
    return year
  }
  const offsetAt: OffsetAt = (millis) => {
    const year = yearOf(millis)
    let { offset } = year[0]
    for (const change of year) if (change.at <= millis) offset = change.offset
    return offset
  }
  const offsetsIn = (from: number, to: number): Offset[] => {
    const offsets: Offset[] = [{ at: from, offset: offsetAt(from) }]
    for (let at = from; at < to; at = Date.UTC(new Date(at).getUTCFullYear() + 1, 0, 1)) {
      for (const change of yearOf(at)) {
        const isChange = change.offset !== offsets.at(-1)?.offset
        if (isChange && change.at > from && change.at < to) offsets.push(change)
      }
    }
    return offsets
  }
  return { offsetAt, offsetsIn }
}

function changesBetween(start: Zoned, end: number): Offset[] {
  const changes: Offset[] = []
  let next = start.getTimeZoneTransition('next')
  while (next && next.epochMilliseconds < end) {
    changes.push({ at: next.epochMilliseconds, offset: next.offsetNanoseconds / 1e6 })
    next = next.getTimeZoneTransition('next')
  }
  return changes
}
