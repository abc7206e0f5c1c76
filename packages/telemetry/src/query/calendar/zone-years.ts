import { getOrMake } from '@sluice/runtime'

/** From `at` on (epoch milliseconds), local time minus UTC is `offset` milliseconds. */
export interface Offset {
  readonly at: number
  readonly offset: number
}

export type OffsetAt = (millis: number) => number

/** The part of Temporal that is used. Older versions of Node lack it. */
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

/** A period with one offset within a UTC year, up to `to`. */
interface Stretch {
  readonly from: number
  readonly to: number
  readonly offset: number
}

/**
 * A zone's offsets by year, each year computed once. Intl takes 5 µs for an offset, and a page of days, or centuries of
 * a calendar, needs ten thousand. Undefined without Temporal.
 */
export function zoneYears(name: string, read: OffsetAt) {
  const { Temporal } = globalThis as { Temporal?: TemporalApi }
  if (!Temporal) return undefined
  const years = new Map<number, readonly Stretch[]>()
  // Successive lookups are mostly in the same period.
  let last: Stretch | undefined
  const yearOf = (millis: number) => {
    const number = new Date(millis).getUTCFullYear()
    return getOrMake(years, number, () => readYear(number))
  }
  const readYear = (number: number): Stretch[] => {
    const [from, end] = [Date.UTC(number, 0, 1), Date.UTC(number + 1, 0, 1)]
    const zoned = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(name)
    const offsets = [{ at: from, offset: read(from) }, ...changesBetween(zoned, end)]
    return offsets.map(({ at, offset }, i) => ({ from: at, to: offsets[i + 1]?.at ?? end, offset }))
  }
  const stretchAt = (millis: number): Stretch => {
    if (last && last.from <= millis && millis < last.to) return last
    const stretch = yearOf(millis).findLast(({ from }) => from <= millis)
    if (!stretch) throw new RangeError(`No calendar holds ${millis}.`)
    last = stretch
    return stretch
  }
  const offsetAt: OffsetAt = (millis) => stretchAt(millis).offset
  const offsetsIn = (from: number, to: number): Offset[] => {
    const offsets: Offset[] = [{ at: from, offset: offsetAt(from) }]
    for (let at = stretchAt(from).to; at < to; ) {
      const { to: end, offset } = stretchAt(at)
      if (offset !== offsets.at(-1)?.offset) offsets.push({ at, offset })
      at = end
    }
    return offsets
  }
  return { stretchAt, offsetAt, offsetsIn }
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
