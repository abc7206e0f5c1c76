import { ownText } from '../own-text.ts'
import { inWholeText, unexpected } from './json-faults.ts'

/** Characters of one piece of a string. */
const STRIDE = 8192

const BACKSLASH = 92
/** A character that must be escaped, which JSON.parse refuses. */
const CONTROL = /[^ -\uffff]/

/** The offset of the next backslash, cached: otherwise each string would scan through all that follow. */
export interface Escapes {
  next: number
}

/** The offset of a string's closing quote. */
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

/** Infinity if there is none. */
function indexFrom(text: string, sign: string, from: number): number {
  const found = text.indexOf(sign, from)
  return found < 0 ? Number.POSITIVE_INFINITY : found
}

/** The unescaped text between two quotes. */
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

/** The end of a piece that splits no escape: there is no backslash in the six characters before it. */
function pieceEnd(text: string, from: number, to: number): number {
  let end = from + STRIDE
  if (end >= to) return to
  // Looks back only this far: searching from each piece to the beginning would be quadratic.
  const near = text.slice(end - 6, end + 1).lastIndexOf('\\')
  if (near < 0) return end
  const last = end - 6 + near
  // Goes back to where a run of backslashes can be split: after an even number of them.
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
