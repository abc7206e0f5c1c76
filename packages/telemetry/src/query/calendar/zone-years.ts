import { getOrMake } from '../../cache/get-or-make.ts'

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

/** A year of UTC: where it ends, and its offsets, the first that with which it begins. */
interface Year {
  readonly from: number
  readonly to: number
  readonly offsets: readonly [Offset, ...Offset[]]
}

/**
 * The offsets of a zone by the year, each year read once. To ask Intl for an offset takes 5 µs, and a page of days, or
 * centuries of a calendar, asks for ten thousand. Undefined where there is no Temporal.
 */
export function zoneYears(name: string, read: OffsetAt) {
  const { Temporal } = globalThis as { Temporal?: TemporalApi }
  if (!Temporal) return undefined
  const years = new Map<number, Year>()
  // Times that are asked for one after the other are mostly of one year.
  let last: Year | undefined
  const yearOf = (millis: number): Year => {
    if (last && last.from <= millis && millis < last.to) return last
    const number = new Date(millis).getUTCFullYear()
    last = getOrMake(years, number, () => readYear(number))
    return last
  }
  const readYear = (number: number): Year => {
    const [from, to] = [Date.UTC(number, 0, 1), Date.UTC(number + 1, 0, 1)]
    const zoned = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(name)
    return { from, to, offsets: [{ at: from, offset: read(from) }, ...changesBetween(zoned, to)] }
  }
  const offsetAt: OffsetAt = (millis) => {
    const { offsets } = yearOf(millis)
    let { offset } = offsets[0]
    for (const change of offsets) if (change.at <= millis) offset = change.offset
    return offset
  }
  const offsetsIn = (from: number, to: number): Offset[] => {
    const offsets: Offset[] = [{ at: from, offset: offsetAt(from) }]
    for (let at = from; at < to; at = yearOf(at).to) {
      for (const change of yearOf(at).offsets) {
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
