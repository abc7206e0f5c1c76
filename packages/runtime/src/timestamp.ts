/** The store holds times from 1900 to 2299; nothing earlier can be written or requested. */
export const EARLIEST_MICROS = Date.UTC(1900, 0, 1) * 1000

/** Late enough for every sample and query, and every microsecond up to here is an exact double. */
export const LATEST_MICROS = Date.UTC(2200, 0, 1) * 1000

/**
 * Epoch milliseconds closer to 1970 than this, which is in 1973, are taken for seconds sent by mistake, which would
 * otherwise be stored unnoticed. Such times can be sent as ISO 8601.
 */
export const LEAST_MILLIS = 1e11

export const TIMESTAMP_FORM =
  'must be ISO 8601 with an offset (2026-01-31T12:00:00Z) or integer epoch milliseconds (1769860800000, not seconds)'

/**
 * Epoch microseconds of an ISO 8601 string with an offset or of integer epoch milliseconds; NaN for anything else, and
 * for numbers that must be seconds ({@link LEAST_MILLIS}).
 */
export function microsOf(value: unknown): number {
  if (typeof value === 'string') return microsOfIso(value)
  const isMillis = Number.isSafeInteger(value) && Math.abs(value as number) >= LEAST_MILLIS
  return isMillis ? (value as number) * 1000 : Number.NaN
}

/**
 * Epoch microseconds of `YYYY-MM-DDTHH:MM[:SS[.fraction]](Z|±HH[[:]MM])`; NaN for anything else, including invalid
 * dates. `Date.parse` is slower, drops microseconds, and accepts forms without an offset. Fractions are truncated after
 * six digits.
 */
export function microsOfIso(text: string): number {
  const minutes = minutesOfDateTime(text)
  let at = 16
  let micros = 0
  if (text.charCodeAt(at) === COLON) {
    const seconds = twoDigits(text, at + 1)
    if (seconds >= 60) return Number.NaN
    micros = seconds * 1_000_000
    at += 3
    if (text.charCodeAt(at) === DOT) {
      const start = ++at
      for (let unit = 100_000; isDigit(text.charCodeAt(at)); at++) {
        micros += (text.charCodeAt(at) - ZERO) * unit
        unit = Math.floor(unit / 10)
      }
      if (at === start) return Number.NaN
    }
  }
  return (minutes - offsetMinutes(text, at)) * 60_000_000 + micros
}

const ZERO = 48
const COLON = 58
const DASH = 45
const PLUS = 43
const DOT = 46
const SPACE = 32
const LOWER_T = 116
const LOWER_Z = 122
/** The bit that makes an ASCII letter lower case. */
const LOWER = 32

function isDigit(code: number): boolean {
  return code >= ZERO && code <= 57
}

/** Above any two-digit field: added for characters that are no digits, in integers for speed. */
const NO_DIGITS = 100

function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at)
  const ones = text.charCodeAt(at + 1)
  return isDigit(tens) && isDigit(ones) ? (tens - ZERO) * 10 + ones - ZERO : NO_DIGITS
}

/** Minutes from the epoch to the first 16 characters, read as UTC. */
function minutesOfDateTime(text: string): number {
  const hour = twoDigits(text, 11)
  const minute = twoDigits(text, 14)
  const separator = text.charCodeAt(10)
  const marked =
    text.charCodeAt(4) === DASH &&
    text.charCodeAt(7) === DASH &&
    ((separator | LOWER) === LOWER_T || separator === SPACE) &&
    text.charCodeAt(13) === COLON
  if (!marked || hour >= 24 || minute >= 60) return Number.NaN
  return (daysOfDate(text) * 24 + hour) * 60 + minute
}

const monthLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const daysBeforeMonth = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334]
/** What {@link daysOfDate} would count for the epoch itself. */
const EPOCH_DAYS = 719_528

/** Days from the epoch to `YYYY-MM-DD`, by the Gregorian calendar. */
function daysOfDate(text: string): number {
  const century = twoDigits(text, 0)
  const yearOfCentury = twoDigits(text, 2)
  const month = twoDigits(text, 5)
  const day = twoDigits(text, 8)
  const year = century * 100 + yearOfCentury
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const length = (monthLengths[month - 1] ?? 0) + (leap && month === 2 ? 1 : 0)
  if (century >= NO_DIGITS || yearOfCentury >= NO_DIGITS || day < 1 || day > length)
    return Number.NaN
  const last = year - 1
  const leapDays = Math.floor(last / 4) - Math.floor(last / 100) + Math.floor(last / 400)
  const daysBefore = (daysBeforeMonth[month - 1] ?? 0) + (leap && month > 2 ? 1 : 0)
  return 365 * year + leapDays + daysBefore + day - EPOCH_DAYS
}

/** The offset at the end of the text, in minutes east of UTC; NaN if it is missing or more follows. */
function offsetMinutes(text: string, at: number): number {
  const sign = text.charCodeAt(at)
  if ((sign | LOWER) === LOWER_Z) return text.length === at + 1 ? 0 : Number.NaN
  if (sign !== PLUS && sign !== DASH) return Number.NaN
  const hours = twoDigits(text, at + 1)
  const end = at + 3
  const start = text.charCodeAt(end) === COLON ? end + 1 : end
  const minutes = text.length === end ? 0 : twoDigits(text, start)
  const wellFormed = text.length === end || text.length === start + 2
  if (!wellFormed || hours >= 24 || minutes >= 60) return Number.NaN
  return (sign === DASH ? -1 : 1) * (hours * 60 + minutes)
}

const DAY_MICROS = 86_400_000_000

/** Scratch buffer in which times are built, and the day currently in it. */
const written = Buffer.from('0000-00-00T00:00:00.000000Z', 'latin1')
let writtenDay = Number.NaN

/**
 * ISO 8601 in UTC: always with milliseconds, with microseconds only if there are any. Answers have thousands: building
 * them as bytes takes a quarter of the time of `Date`, and a fifth of the memory of concatenated text, which V8 keeps
 * as a tree.
 */
export function isoOf(micros: number): string {
  return written.toString('latin1', 0, putIso(micros, written, 0))
}

/** Writes {@link isoOf} into a buffer; returns where it ends. */
export function putIso(micros: number, into: Buffer, at: number): number {
  const day = Math.floor(micros / DAY_MICROS)
  if (day !== writtenDay) {
    writeDate(day)
    writtenDay = day
  }
  if (into !== written) for (let i = 0; i < 20; i += 1) into[at + i] = written[i] as number
  const ofDay = micros - day * DAY_MICROS
  const millis = Math.floor(ofDay / 1000)
  const seconds = Math.floor(millis / 1000)
  const minutes = Math.floor(seconds / 60)
  const hours = Math.floor(minutes / 60)
  putTwo(hours, into, at + 11)
  putTwo(minutes - hours * 60, into, at + 14)
  putTwo(seconds - minutes * 60, into, at + 17)
  putThree(millis - seconds * 1000, into, at + 20)
  const rest = ofDay - millis * 1000
  if (rest > 0) putThree(rest, into, at + 23)
  const end = at + (rest > 0 ? 26 : 23)
  into[end] = UPPER_Z
  return end + 1
}

const UPPER_Z = 90

/** Days of January and February of year 0, which is a leap year. */
const DAYS_BEFORE_MARCH = 60
/** Days of 400 years, after which the calendar repeats. */
const ERA_DAYS = 146_097

/**
 * Writes the date of a day since the epoch, by the Gregorian calendar: with years from March, so that leap days come
 * last.
 */
function writeDate(day: number): void {
  const shifted = day + EPOCH_DAYS - DAYS_BEFORE_MARCH
  const era = Math.floor(shifted / ERA_DAYS)
  const dayOfEra = shifted - era * ERA_DAYS
  const leapDays =
    Math.floor(dayOfEra / 1460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / 146_096)
  const yearOfEra = Math.floor((dayOfEra - leapDays) / 365)
  const dayOfYear =
    dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const fromMarch = Math.floor((5 * dayOfYear + 2) / 153)
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  const century = Math.floor(year / 100)
  putTwo(century, written, 0)
  putTwo(year - century * 100, written, 2)
  putTwo(month, written, 5)
  putTwo(dayOfYear - Math.floor((153 * fromMarch + 2) / 5) + 1, written, 8)
}

function putTwo(value: number, into: Buffer, at: number): void {
  const tens = Math.floor(value / 10)
  into[at] = ZERO + tens
  into[at + 1] = ZERO + value - tens * 10
}

function putThree(value: number, into: Buffer, at: number): void {
  const hundreds = Math.floor(value / 100)
  into[at] = ZERO + hundreds
  putTwo(value - hundreds * 100, into, at + 1)
}
