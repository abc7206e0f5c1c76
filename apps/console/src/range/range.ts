import type { Span } from './span.ts'
import { apiTime, type TextRange } from './time-text.ts'

/** A span of epoch seconds as `from` and `to` of the URL. */
export function spanInUrl({ from, to }: Span): { from: string; to: string } {
  return { from: isoOf(from), to: isoOf(Math.max(to, from + 0.001)) }
}

/** A span with another start. If that is after its end, the end moves along. */
export function startingAt({ from, to }: Span, start: number): Span {
  return { from: start, to: start < to ? to : start + (to - from) }
}

/** A span with another end. If that is before its start, the start moves along. */
export function endingAt({ from, to }: Span, end: number): Span {
  return { from: from < end ? from : end - (to - from), to: end }
}

/** Shifts a span by `steps` times its length. */
export function moved({ from, to }: Span, steps: number): Span {
  const by = (to - from) * steps
  return { from: from + by, to: to + by }
}

/** Scales a span by `factor` around its centre. */
export function widened({ from, to }: Span, factor: number): Span {
  const more = ((to - from) * (factor - 1)) / 2
  return { from: from - more, to: to + more }
}

/** The buttons that change a range; their keys work while one of them has the focus. */
export const rangeSteps = [
  { name: 'earlier', key: 'ArrowLeft', to: (span: Span) => moved(span, -0.5) },
  { name: 'later', key: 'ArrowRight', to: (span: Span) => moved(span, 0.5) },
  { name: 'zoomIn', key: '+', to: (span: Span) => widened(span, 0.5) },
  { name: 'zoomOut', key: '-', to: (span: Span) => widened(span, 2) },
] as const

/** The key of the preset that equals a range; null if none does. */
export function presetOf(
  presets: Readonly<Record<string, string>>,
  { from, to }: TextRange,
): string | null {
  if (to !== 'now') return null
  return Object.keys(presets).find((length) => apiTime(length) === apiTime(from)) ?? null
}

/** The label of the preset that equals a range; empty if none does. */
export function presetLabel(presets: Readonly<Record<string, string>>, range: TextRange): string {
  const preset = presetOf(presets, range)
  return (preset && presets[preset]) ?? ''
}

/** What live mode changes in the URL. It needs a range that ends now; any other is replaced by the last 15 minutes. */
export function liveFrom({ to }: TextRange) {
  return to === 'now' ? { live: '1' } : { live: '1', from: 'now-15m', to: null }
}

function isoOf(seconds: number): string {
  return new Date(Math.round(seconds * 1000)).toISOString()
}
