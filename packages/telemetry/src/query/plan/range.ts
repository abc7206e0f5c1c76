import { EARLIEST_MICROS, LATEST_MICROS, LEAST_MILLIS, microsOf } from '@sluice/runtime'
import type { Faults } from '../../decode/faults.ts'

/** Half-open, in epoch microseconds. */
export interface Range {
  readonly from: number
  readonly to: number
}

const unitMillis = { s: 1e3, m: 60e3, h: 3600e3, d: 86_400e3, w: 7 * 86_400e3 } as const

/** Parses `from` and `to`; adds faults. */
export function readRange(query: { from: string; to: string }, now: Date, faults: Faults): Range {
  const from = readInstant('from', query.from, now, faults)
  const to = readInstant('to', query.to, now, faults)
  if (from >= to) faults.add('must be after from', 'query', 'to')
  return { from, to }
}

function readInstant(name: 'from' | 'to', text: string, now: Date, faults: Faults): number {
  const micros = instantOf(text, now)
  if (Number.isNaN(micros)) {
    const plus = / \d\d:?\d\d$/.test(text) ? '; in a URL, a + is written %2B' : ''
    const detail = `must be ISO 8601 with an offset, epoch milliseconds (not seconds), now, or relative to now like -24h${plus}`
    faults.add(detail, 'query', name)
  } else if (!isQueryable(micros)) {
    faults.add('must be between 1900 and 2200', 'query', name)
  }
  return micros
}

/** Epoch microseconds of an instant in a query; NaN if invalid. */
export function instantOf(text: string, now: Date): number {
  if (text === 'now') return now.getTime() * 1000
  const [, count, unit] = /^-(\d{1,9})([smhdw])$/.exec(text) ?? []
  if (count !== undefined) {
    return (now.getTime() - Number(count) * unitMillis[unit as keyof typeof unitMillis]) * 1000
  }
  if (!/^-?\d{1,16}$/.test(text)) return microsOf(text)
  const millis = Number(text)
  // 0 is allowed as the beginning of time; other small numbers must be seconds, sent by mistake.
  const isMillis = Math.abs(millis) < MIN_SECONDS || Math.abs(millis) >= LEAST_MILLIS
  return isMillis ? millis * 1000 : Number.NaN
}

/** A number of seconds in 1973. */
const MIN_SECONDS = LEAST_MILLIS / 1000

/** Microseconds of a duration like `15m`. */
export function readDuration(text: string): number {
  const [, count, unit] = /^(\d{1,6})([smhdw])$/.exec(text) ?? []
  return Number(count) * unitMillis[unit as keyof typeof unitMillis] * 1000
}

/** Whether a query may use a time. */
export function isQueryable(micros: number): boolean {
  return micros >= EARLIEST_MICROS && micros <= LATEST_MICROS
}
