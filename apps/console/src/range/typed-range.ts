import { rangeText, readRange, type TextRange } from './time-text.ts'
import { timeOfWallClock, wallClock } from './zone-time.ts'

/**
 * Parses a typed range: relative as in {@link readRange}, or in a zone's local time: `2026-03-01`,
 * `2026-03-01 to 2026-03-05`, `2026-03-01 14:00 to 15:30`. Last days are included. Undefined if it is invalid.
 */
export function readTyped(typed: string, zone: string): TextRange | undefined {
  return readRange(typed) ?? readClocks(typed, zone)
}

/** A range as editable text, which {@link readTyped} parses back to the same minute. */
export function typedText(range: TextRange, zone: string): string {
  return rangeText(range) ?? clockText(range, zone)
}

const TO = ' to '
const CLOCK = /^(\d{4}-\d{2}-\d{2})(?:[ t](\d{1,2}:\d{2}))?$/
const TIME = /^\d{1,2}:\d{2}$/

function readClocks(typed: string, zone: string): TextRange | undefined {
  const [first = '', last, ...rest] = typed
    .trim()
    .toLowerCase()
    .split(/\s+to\s+/)
  const [, day, time] = CLOCK.exec(first) ?? []
  if (day === undefined || rest.length > 0) return undefined
  const from = isoAt(day, time, zone)
  const to = endOf(last ?? (time === undefined ? day : 'now'), day, zone)
  if (!from || !to) return undefined
  return to === 'now' || from < to ? { from, to } : undefined
}

/** The end of a range that starts on `day`: a time on that day, a date, or a date and time. */
function endOf(text: string, day: string, zone: string): string | undefined {
  if (text === 'now') return 'now'
  const [, lastDay, time] = TIME.test(text) ? [text, day, text] : (CLOCK.exec(text) ?? [])
  if (lastDay === undefined) return undefined
  return time === undefined ? isoAt(nextDay(lastDay), undefined, zone) : isoAt(lastDay, time, zone)
}

function isoAt(day: string | undefined, time = '00:00', zone: string): string | undefined {
  const seconds = day ? timeOfWallClock(`${day}T${time.padStart(5, '0')}`, zone) : Number.NaN
  return Number.isNaN(seconds) ? undefined : new Date(seconds * 1000).toISOString()
}

/** Undefined if `day` is not a date. */
function nextDay(day: string): string | undefined {
  const next = new Date(`${day}T00:00:00Z`)
  // A day that does not exist is taken for one of the next month.
  if (Number.isNaN(next.getTime()) || !next.toISOString().startsWith(day)) return undefined
  next.setUTCDate(next.getUTCDate() + 1)
  return next.toISOString().slice(0, 10)
}

function clockText({ from, to }: TextRange, zone: string): string {
  const clockAt = (iso: string, before = 0) =>
    wallClock(Date.parse(iso) / 1000 - before, zone).split('T') as [string, string]
  if (Number.isNaN(Date.parse(from))) return ''
  const [day, time] = clockAt(from)
  const start = time === '00:00' ? day : `${day} ${time}`
  if (Number.isNaN(Date.parse(to))) return time === '00:00' ? [start, 'now'].join(TO) : start
  const [endDay, endTime] = clockAt(to)
  if (time === '00:00' && endTime === '00:00') {
    const [lastDay] = clockAt(to, 1)
    return lastDay === day ? day : [day, lastDay].join(TO)
  }
  return [`${day} ${time}`, endDay === day ? endTime : `${endDay} ${endTime}`].join(TO)
}
