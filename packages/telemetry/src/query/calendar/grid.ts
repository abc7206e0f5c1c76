import type { Range } from '../plan/range.ts'
import type { Zone } from './zone.ts'

/**
 * Divides time into numbered buckets: the store computes a sample's bucket number, this code a bucket's start. Times
 * are epoch microseconds.
 */
export interface Grid {
  /** A unique name. */
  readonly name: string
  /** SQL of the number of the bucket that contains `t`, with its parameters, for samples in a range. */
  sqlFor(range: Range): string
  params(range: Range): Record<string, unknown>
  numberOf(micros: number): number
  startOf(number: number): number
  /** Whether every bucket of a range begins on a whole hour of UTC. */
  onHours(range: Range): boolean
}

const SECOND = 1e6
const DAY = 86_400 * SECOND
const fixedUnits = { s: SECOND, m: 60 * SECOND, h: 3600 * SECOND } as const
/** Approximate, to bound intervals. */
const unitDays = { s: 1 / 86_400, m: 1 / 1440, h: 1 / 24, d: 1, w: 7, mo: 30 } as const
const LONGEST_DAYS = 36_600

/** An interval like `15m` or `1mo`. */
export interface Interval {
  readonly count: number
  readonly unit: keyof typeof unitDays
}

/** Parses an interval; undefined if it is malformed or longer than a century. */
export function readInterval(text: string): Interval | undefined {
  const [, digits, unit] = /^([1-9]\d{0,5})(s|m|h|d|w|mo)$/.exec(text) ?? []
  if (digits === undefined) return undefined
  const interval = { count: Number(digits), unit: unit as Interval['unit'] }
  return interval.count * unitDays[interval.unit] > LONGEST_DAYS ? undefined : interval
}

/** The inverse of {@link readInterval}. */
export function writeInterval({ count, unit }: Interval): string {
  return `${count}${unit}`
}

/**
 * Seconds, minutes and hours count from the epoch, the same in every zone. Days, weeks (from Monday) and months follow
 * the zone's calendar, so a bucket is an hour longer or shorter where the clocks change.
 */
export function gridOf({ count, unit }: Interval, zone: Zone): Grid {
  return unit === 's' || unit === 'm' || unit === 'h'
    ? fixedGrid(count * fixedUnits[unit])
    : calendarGrid(`${count}${unit} ${zone.name}`, calendars[unit](count), zone)
}

function fixedGrid(width: number): Grid {
  return {
    name: String(width),
    sqlFor: (range) => divideFor(range)('t', '{width:Int64}'),
    params: () => ({ width }),
    numberOf: (micros) => Math.floor(micros / width),
    startOf: (number) => number * width,
    onHours: () => width % fixedUnits.h === 0,
  }
}

/** How local days, counted from 1970-01-01, form numbered buckets. */
interface Calendar {
  /** SQL of the number, given SQL of the day. */
  sqlOf(day: string, divide: Divide): string
  numberOf(day: number): number
  firstDay(number: number): number
}

function calendarGrid(name: string, calendar: Calendar, zone: Zone): Grid {
  const times = '{offsetsAt:Array(Int64)}'
  const local = `(t + transform(roundDown(t, ${times}), ${times}, {offsets:Array(Int64)}, toInt64(0)))`
  const startOf = (number: number) => zone.startOfDay(calendar.firstDay(number)) * 1000
  // Starts a day early, in case clocks went back over midnight just before the range.
  const offsetsIn = ({ from, to }: Range) =>
    zone.offsetsIn(Math.floor((from - DAY) / 1000), Math.ceil(to / 1000))
  return {
    name,
    sqlFor(range) {
      const divide = divideFor(range)
      return calendar.sqlOf(divide(local, String(DAY)), divide)
    },
    params(range) {
      const offsets = offsetsIn(range)
      return {
        offsetsAt: offsets.map(({ at }) => at * 1000),
        offsets: offsets.map(({ offset }) => offset * 1000),
      }
    },
    numberOf(micros) {
      const local = micros + zone.offsetAt(Math.floor(micros / 1000)) * 1000
      const number = calendar.numberOf(Math.floor(local / DAY))
      // Where clocks go back over midnight, a day occurs twice. Its bucket starts with the first.
      return startOf(number + 1) <= micros ? number + 1 : number
    },
    startOf,
    // A day may begin at a change of the clocks, so that must be on the hour, too.
    onHours: (range) =>
      offsetsIn(range).every(({ at, offset }, i) => onHour(offset) && (i === 0 || onHour(at))),
  }
}

function onHour(millis: number): boolean {
  return (millis * 1000) % fixedUnits.h === 0
}

/** 1970-01-01 was a Thursday. */
const MONDAY = 3

const calendars = {
  d: (count: number): Calendar => ({
    sqlOf: (day, divide) => divide(day, String(count)),
    numberOf: (day) => Math.floor(day / count),
    firstDay: (number) => number * count,
  }),
  w: (count: number): Calendar => ({
    sqlOf: (day, divide) => divide(`(${day} + ${MONDAY})`, String(count * 7)),
    numberOf: (day) => Math.floor((day + MONDAY) / (count * 7)),
    firstDay: (number) => number * count * 7 - MONDAY,
  }),
  mo: (count: number): Calendar => ({
    sqlOf: (day, divide) =>
      divide(monthSql(`addDays(toDate32('1970-01-01'), ${day})`), String(count)),
    numberOf: (day) => Math.floor(monthOf(day) / count),
    firstDay: (number) => Date.UTC(1970, number * count, 1) / 86_400_000,
  }),
}

/** Months since 1970-01, in SQL and in code. */
function monthSql(date: string): string {
  return `((toInt32(toYear(${date})) - 1970) * 12 + toMonth(${date}) - 1)`
}

function monthOf(day: number): number {
  const date = new Date(day * 86_400_000)
  return (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth()
}

/** SQL of a floored integer division. */
type Divide = (dividend: string, divisor: string) => string

/** From here on, all operands are positive in any zone. */
const SURELY_POSITIVE = 2 * DAY

function divideFor({ from }: Range): Divide {
  return from >= SURELY_POSITIVE ? plainDiv : floorDiv
}

/** Computing the bucket is most of a sample's cost, and dividing by one constant is the cheapest way. */
function plainDiv(dividend: string, divisor: string): string {
  return `intDiv(${dividend}, toInt64(${divisor}))`
}

/**
 * A floored division for negative numbers, too, unlike `intDiv`. The divisor must be signed: with an unsigned one,
 * ClickHouse reads a negative dividend as a huge number.
 */
function floorDiv(dividend: string, divisor: string): string {
  const signed = `toInt64(${divisor})`
  return `intDiv(${dividend} - positiveModulo(${dividend}, ${signed}), ${signed})`
}
