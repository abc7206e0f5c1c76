import { ownText } from '../own-text.ts'
import { inWholeText, unexpected } from './json-faults.ts'

/** Characters of one piece of a string. */
const STRIDE = 8192

const BACKSLASH = 92
/** A string with one of the characters that have to be escaped, which JSON.parse refuses. */
const CONTROL = /[^ -\uffff]/

/** Where the next backslash stands, once it was looked for: else each string would look through all that follow. */
export interface Escapes {
  next: number
}

/** Where the quote is that ends a string. */
export function* endOfString(
  text: string,
  from: number,
  escapes: Escapes,
): Generator<void, number> {
  let mark = from + STRIDE
  let at = from
  let quote = indexFrom(text, '"', at)
  for (;;) {
    if (escapes.next < at) escapes.next = indexFrom(text, '\\', at)
    if (quote < escapes.next) return quote
    if (escapes.next >= text.length) throw unexpected(text, text.length)
    at = escapes.next + 2
    if (quote < at) quote = indexFrom(text, '"', at)
    if (at < mark) continue
    mark = at + STRIDE
    yield
  }
}

/** Infinity where there is none. */
function indexFrom(text: string, sign: string, from: number): number {
  const found = text.indexOf(sign, from)
  return found < 0 ? Number.POSITIVE_INFINITY : found
}

/** What stands between two quotes, unescaped. */
export function* stringBetween(text: string, from: number, to: number): Generator<void, string> {
  if (to - from <= STRIDE) return unescaped(text, from, to)
  const pieces: string[] = []
  for (let at = from; at < to; ) {
    const end = pieceEnd(text, at, to)
    pieces.push(unescaped(text, at, end))
    at = end
    yield
  }
  return pieces.join('')
}

/** An end that is in no escape: no backslash stands in the six characters before it. */
function pieceEnd(text: string, from: number, to: number): number {
  let end = from + STRIDE
  if (end >= to) return to
  // Looks no further back: from each piece to the beginning would be quadratic.
  const near = text.slice(end - 6, end + 1).lastIndexOf('\\')
  if (near < 0) return end
  const last = end - 6 + near
  // Back to where a run of escapes can be cut: at a backslash that an even number of others precede.
  let first = last
  while (first > from && text.charCodeAt(first - 1) === BACKSLASH) first -= 1
  end = (last - first) % 2 === 0 ? last : last - 1
  return end > from ? end : Math.min(to, from + STRIDE)
}

function unescaped(text: string, from: number, to: number): string {
  const piece = text.slice(from, to)
  if (!piece.includes('\\') && !CONTROL.test(piece)) return ownText(piece)
  try {
    return JSON.parse(`"${piece}"`) as string
  } catch (error) {
    throw inWholeText(error, from - 1)
  }
}
