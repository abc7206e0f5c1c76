/** The store keeps times of 1900 to 2299; nothing earlier can be written or asked for. */
export const EARLIEST_MICROS = Date.UTC(1900, 0, 1) * 1000

/** Enough for every sample and query, and every microsecond up to here is an exact double. */
export const LATEST_MICROS = Date.UTC(2200, 0, 1) * 1000

export const TIMESTAMP_FORM =
  'must be ISO 8601 with an offset (2026-01-31T12:00:00Z) or integer epoch milliseconds'

/** Epoch microseconds of an ISO 8601 string with an offset or of integer epoch milliseconds; else NaN. */
export function microsOf(value: unknown): number {
  if (typeof value === 'string') return microsOfIso(value)
  return Number.isSafeInteger(value) ? (value as number) * 1000 : Number.NaN
}

/**
 * Epoch microseconds of `YYYY-MM-DDTHH:MM[:SS[.fraction]](Z|±HH[[:]MM])`; NaN for anything else, including
 * dates that no calendar has. `Date.parse` is slower, drops microseconds, and takes forms without an offset.
 * Digits after the sixth of a fraction are cut off.
 */
export function microsOfIso(text: string): number {
  const minutes = minutesOfDateTime(text)
  let at = 16
  let micros = 0
  if (text.charCodeAt(at) === COLON) {
    const seconds = digits(text, at + 1, 2)
    if (!(seconds < 60)) return Number.NaN
    micros = seconds * 1e6
    at += 3
    if (text.charCodeAt(at) === DOT) {
      const start = at + 1
      let unit = 100_000
      for (at = start; isDigit(text.charCodeAt(at)); at++) {
        micros += (text.charCodeAt(at) - ZERO) * Math.floor(unit)
        unit /= 10
      }
      if (at === start) return Number.NaN
    }
  }
  return (minutes - offsetMinutes(text, at)) * 60e6 + micros
}

const ZERO = 48
const COLON = 58
const DASH = 45
const DOT = 46

function isDigit(code: number): boolean {
  return code >= ZERO && code <= 57
}

/** The number that `count` digits at `start` spell; NaN where one is no digit. */
function digits(text: string, start: number, count: number): number {
  let value = 0
  for (let i = start; i < start + count; i++) {
    const code = text.charCodeAt(i)
    if (!isDigit(code)) return Number.NaN
    value = value * 10 + code - ZERO
  }
  return value
}

/** Minutes from the epoch to the first 16 characters, read as UTC. */
function minutesOfDateTime(text: string): number {
  const year = digits(text, 0, 4)
  const month = digits(text, 5, 2)
  const day = digits(text, 8, 2)
  const hour = digits(text, 11, 2)
  const minute = digits(text, 14, 2)
  const separator = text.charCodeAt(10) | 32
  const marked =
    text.charCodeAt(4) === DASH &&
    text.charCodeAt(7) === DASH &&
    (separator === 116 || separator === 32) &&
    text.charCodeAt(13) === COLON
  if (!marked || !(hour < 24) || !(minute < 60)) return Number.NaN
  return (daysFromEpoch(year, month, day) * 24 + hour) * 60 + minute
}

const monthLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const daysBeforeMonth = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334]

function daysFromEpoch(year: number, month: number, day: number): number {
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const length = (monthLengths[month - 1] ?? 0) + (leap && month === 2 ? 1 : 0)
  if (!(day >= 1 && day <= length)) return Number.NaN
  const before = year - 1
  const leapDays = Math.floor(before / 4) - Math.floor(before / 100) + Math.floor(before / 400)
  const beforeMonth = (daysBeforeMonth[month - 1] ?? 0) + (leap && month > 2 ? 1 : 0)
  return 365 * year + leapDays + beforeMonth + day - 719_528
}

/** The offset that ends the text at `at`, in minutes east of UTC; NaN where it is missing or more follows. */
function offsetMinutes(text: string, at: number): number {
  const sign = text.charCodeAt(at)
  if ((sign | 32) === 122) return text.length === at + 1 ? 0 : Number.NaN
  if (sign !== 43 && sign !== DASH) return Number.NaN
  const hours = digits(text, at + 1, 2)
  let minutes = 0
  if (text.length !== at + 3) {
    const start = text.charCodeAt(at + 3) === COLON ? at + 4 : at + 3
    if (text.length !== start + 2) return Number.NaN
    minutes = digits(text, start, 2)
  }
  if (!(hours < 24) || !(minutes < 60)) return Number.NaN
  return (sign === DASH ? -1 : 1) * (hours * 60 + minutes)
}

/** ISO 8601 in UTC: milliseconds always, microseconds only where there are any. */
export function isoOf(micros: number): string {
  const millis = Math.floor(micros / 1000)
  const iso = new Date(millis).toISOString()
  const rest = micros - millis * 1000
  return rest === 0 ? iso : `${iso.slice(0, -1)}${String(rest).padStart(3, '0')}Z`
}
