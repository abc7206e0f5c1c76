import { getOrMake } from '@sluice/runtime'
import { type Offset, type OffsetAt, zoneYears } from './zone-years.ts'

/**
 * An IANA time zone, from Node's own database. The store is given the offsets it needs, so buckets and their labels
 * cannot disagree about a zone's rules. Times are epoch milliseconds.
 */
export interface Zone {
  readonly name: string
  /** Local time minus UTC, in milliseconds. */
  offsetAt(millis: number): number
  /** The first instant of a local day, counted from 1970-01-01. If midnight is skipped, the instant after the gap. */
  startOfDay(day: number): number
  /**
   * The offsets in a range: the first from its start, each other from its own time. Where clocks go back over midnight,
   * the new offset starts when that day is reached again, so that days never run backwards.
   */
  offsetsIn(from: number, to: number): Offset[]
}

const DAY = 86_400_000
/** No zone changes its offset twice within this time, except in ways that no bucket would show. */
const PROBE = 7 * DAY

/** By lower-case name, so there are never more entries than zones. */
const opened = new Map<string, Zone>()

/** A zone. Each is opened once, since it takes some 30 KB outside the heap. Throws RangeError for an unknown one. */
export function openZone(name: string): Zone {
  return getOrMake(opened, name.toLowerCase(), () => zoneOf(name))
}

function zoneOf(name: string): Zone {
  const read = offsetReader(name)
  const years = zoneYears(name, read)
  const offsetAt = years?.offsetAt ?? read
  // Successive days mostly begin at the same local offset. Whole days are small integers, which V8 compares without
  // boxing.
  let same = { from: 0, to: 0, offset: 0 }
  return {
    name,
    offsetAt,
    startOfDay(day) {
      if (same.from <= day && day < same.to) return day * DAY - same.offset
      const midnight = day * DAY
      const stretch = years?.stretchAt(midnight)
      if (!stretch) return startOfDay(offsetAt, midnight)
      const { from, to, offset } = stretch
      const inner = { from: Math.ceil(from / DAY) + 1, to: Math.ceil(to / DAY) - 1, offset }
      if (inner.from > day || day >= inner.to) return startOfDay(offsetAt, midnight)
      same = inner
      return midnight - offset
    },
    offsetsIn: (from, to) =>
      years ? inDays(years.offsetsIn(from, to)) : inDays(probed(offsetAt, from, to)),
  }
}

/** Valid lower-case names: checking one costs as much as a query. */
const known = new Set<string>()

/** Whether a name is an IANA zone or alias. Bare offsets are not. */
export function isZone(name: string): boolean {
  if (/^[+-]/.test(name)) return false
  if (known.has(name.toLowerCase())) return true
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    known.add(name.toLowerCase())
    return true
  } catch {
    return false
  }
}

function offsetReader(name: string): OffsetAt {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: name,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  const fields = /^(\d+)\/(\d+)\/(\d+), (\d+):(\d+):(\d+)$/
  return (millis) => {
    const [, month, day, year, hour, minute, second] = (
      fields.exec(format.format(millis)) ?? []
    ).map(Number)
    const local = Date.UTC(year ?? 0, (month ?? 0) - 1, day, hour, minute, second)
    return local - Math.floor(millis / 1000) * 1000
  }
}

/** `midnight` is local midnight, written as if it were UTC. */
function startOfDay(offsetAt: OffsetAt, midnight: number): number {
  const before = offsetAt(midnight - DAY)
  const after = offsetAt(midnight + DAY)
  if (before === after) return midnight - before
  const candidates = [midnight - before, midnight - after].sort((a, b) => a - b)
  const real = candidates.find((instant) => instant + offsetAt(instant) === midnight)
  if (real !== undefined) return real
  const [low = 0, high = 0] = candidates
  return firstInstant(low, high, (instant) => instant + offsetAt(instant) >= midnight)
}

/** Where clocks go back over midnight, the new offset starts when that day is reached again. */
function inDays(offsets: readonly Offset[]): Offset[] {
  let previous = offsets[0]?.offset ?? 0
  return offsets.map(({ at, offset }, i) => {
    const dayBefore = Math.floor((at - 1 + previous) / DAY)
    previous = offset
    return { at: i === 0 ? at : Math.max(at, dayBefore * DAY - offset), offset }
  })
}

/** For a Node without Temporal: probes once a week. */
function probed(offsetAt: OffsetAt, from: number, to: number): Offset[] {
  const offsets = [{ at: from, offset: offsetAt(from) }]
  for (let start = from; start < to; start += PROBE) {
    const end = Math.min(start + PROBE, to)
    const next = offsetAt(end)
    if (next === offsets.at(-1)?.offset) continue
    const at = firstInstant(start, end, (instant) => offsetAt(instant) === next)
    offsets.push({ at, offset: next })
  }
  return offsets
}

/** Binary search: the first whole second after `low`, at most `high`, from which `holds` is true. */
function firstInstant(low: number, high: number, holds: (millis: number) => boolean): number {
  let [no, yes] = [Math.floor(low / 1000), Math.ceil(high / 1000)]
  while (yes - no > 1) {
    const middle = Math.floor((no + yes) / 2)
    if (holds(middle * 1000)) yes = middle
    else no = middle
  }
  return yes * 1000
}
