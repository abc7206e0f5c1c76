import type { Span } from './span.ts'

const units = { s: 1, m: 60, h: 3600, d: 86_400, w: 7 * 86_400 } as const
type Unit = keyof typeof units

const BACK = /^(?:now)?-(\d{1,6})([smhdw])$/

/** The URL's `from` and `to` for a list query of the API. Invalid values are left out. */
export function rangeInApi(params: URLSearchParams): { from?: string; to?: string } {
  const timeOf = (name: 'from' | 'to') => {
    const text = params.get(name)
    if (text === null) return {}
    if (secondsBack(text) !== undefined) return { [name]: apiTime(text) }
    const time = new Date(text)
    return Number.isNaN(time.getTime()) ? {} : { [name]: time.toISOString() }
  }
  return { ...timeOf('from'), ...timeOf('to') }
}

/** Converts the URL's `now-7d` to the API's `-7d`. Other texts are returned unchanged. */
export function apiTime(text: string): string {
  return BACK.test(text) ? text.replace(/^now/, '') : text
}

/** How many seconds before now a relative time is; undefined for other texts. */
function secondsBack(text: string): number | undefined {
  if (text === 'now') return 0
  const [, count, unit] = BACK.exec(text) ?? []
  return count === undefined ? undefined : Number(count) * units[unit as Unit]
}

/** A range as in a URL: absolute times, or relative ones. */
export interface TextRange {
  readonly from: string
  readonly to: string
}

/** The length of a range in seconds; NaN if only the server can resolve it. */
export function lengthOf({ from, to }: TextRange): number {
  const [fromBack, toBack] = [secondsBack(from), secondsBack(to)]
  if (fromBack !== undefined && toBack !== undefined) return fromBack - toBack
  const now = Date.now()
  return (millisOf(to, now) - millisOf(from, now)) / 1000
}

/** A range in epoch seconds; undefined if only the server can resolve it. */
export function spanOf({ from, to }: TextRange, now: number): Span | undefined {
  const span = { from: millisOf(from, now) / 1000, to: millisOf(to, now) / 1000 }
  return span.from < span.to ? span : undefined
}

function millisOf(text: string, now: number): number {
  const back = secondsBack(text)
  return back === undefined ? Date.parse(text) : now - back * 1000
}

/**
 * The previous period of the same length: `-7d` to `now` becomes `-14d` to `-7d`. It depends on no clock, because it is
 * part of a query: where a range has an absolute time and a relative one, it is that of the answer. Undefined if there is none.
 *
 * @param answered the range as the server resolved it, if it has
 */
export function periodBefore(range: TextRange, answered: Span | undefined): TextRange | undefined {
  const [fromBack, toBack] = [secondsBack(range.from), secondsBack(range.to)]
  if (fromBack !== undefined && toBack !== undefined) {
    return fromBack > toBack
      ? { from: `-${2 * fromBack - toBack}s`, to: `-${fromBack}s` }
      : undefined
  }
  const span = spanOf(range, Number.NaN) ?? answered
  return span && { from: isoOf(2 * span.from - span.to), to: isoOf(span.from) }
}

function isoOf(seconds: number): string {
  return new Date(Math.round(seconds * 1000)).toISOString()
}

/** Parses a typed relative range: `now-36h`, `36h`, `now-14d to now-7d`. Undefined if it is invalid. */
export function readRange(typed: string): TextRange | undefined {
  const [from = '', to = 'now', ...rest] = typed
    .trim()
    .toLowerCase()
    .split(/\s+to\s+|\s*\/\s*/)
  const start = /^\d/.test(from) ? `now-${from}` : from
  const end = /^-\d/.test(to) ? `now${to}` : to
  const [startBack, endBack] = [secondsBack(start), secondsBack(end)]
  if (rest.length > 0 || startBack === undefined || endBack === undefined) return undefined
  return startBack > endBack ? { from: start.replace(/^-/, 'now-'), to: end } : undefined
}

/** A relative range as editable text: `now-36h`. Undefined for an absolute one. */
export function rangeText({ from, to }: TextRange): string | undefined {
  if (secondsBack(from) === undefined || secondsBack(to) === undefined) return undefined
  const full = (text: string) => text.replace(/^-/, 'now-')
  return to === 'now' ? full(from) : `${full(from)} to ${full(to)}`
}
