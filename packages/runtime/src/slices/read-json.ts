/**
 * JSON.parse for long texts, which can be interrupted: it yields after every few thousand characters.
 *
 * A state machine over one stack of open containers, so that depth costs no recursion. Answers what JSON.parse answers:
 * the last of equal names counts, and `__proto__` is a name like any other. Texts are cut into pieces that JSON.parse
 * unescapes. Throws a SyntaxError for what is no JSON, and {@link TooMuchJson} past a bound.
 */

/** What a text may hold. */
export interface JsonBounds {
  /** Values, all levels together. */
  readonly values: number
  /** Levels. */
  readonly depth: number
  /** Members of one object. */
  readonly members: number
}

/** Says which bound was passed. */
export class TooMuchJson extends Error {}

/** Characters between two yields, and of one piece of a text. */
const STRIDE = 8192

const [QUOTE, BACKSLASH, COMMA, COLON] = [34, 92, 44, 58]
const [OPEN_LIST, CLOSE_LIST, OPEN, CLOSE] = [91, 93, 123, 125]
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const LITERALS = new Map<string, boolean | null>([
  ['true', true],
  ['false', false],
  ['null', null],
])
/** A text with one of the signs that have to be escaped, which JSON.parse refuses. */
const CONTROL = /[^ -\uffff]/

/** A container that is open, with the name that its next member has. */
interface Open {
  readonly list: unknown[] | undefined
  readonly map: Record<string, unknown>
  members: number
  name: string
}

export function* readJson(text: string, bounds: JsonBounds): Generator<void, unknown> {
  const { length } = text
  const stack: Open[] = []
  let top: Open | undefined
  let at = 0
  let mark = STRIDE
  let values = 0
  let value: unknown
  const escapes: Escapes = { next: -1 }

  for (;;) {
    // A value begins here.
    at = blanksEnd(text, at)
    if (at >= mark) {
      mark = at + STRIDE
      yield
    }
    const sign = text.charCodeAt(at)
    values += 1
    if (values > bounds.values) {
      throw new TooMuchJson(`must hold at most ${bounds.values} values, all levels together`)
    }
    if (sign === OPEN_LIST || sign === OPEN) {
      const opened: Open = {
        list: sign === OPEN_LIST ? [] : undefined,
        ...{ map: {}, members: 0, name: '' },
      }
      at = blanksEnd(text, at + 1)
      const next = text.charCodeAt(at)
      if (next === (sign === OPEN_LIST ? CLOSE_LIST : CLOSE)) {
        at += 1
        value = opened.list ?? opened.map
      } else {
        if (stack.length >= bounds.depth) {
          throw new TooMuchJson(`is nested deeper than ${bounds.depth} levels`)
        }
        stack.push(opened)
        top = opened
        if (sign === OPEN) at = yield* readName(text, at, opened, escapes)
        continue
      }
    } else if (sign === QUOTE) {
      const end = yield* endOfText(text, at + 1, escapes)
      value = yield* textBetween(text, at + 1, end)
      at = end + 1
    } else if (sign === 45 || (sign >= 48 && sign <= 57)) {
      const next = text.charCodeAt(at + 1)
      if (sign !== 45 && (next === COMMA || next === CLOSE_LIST || next === CLOSE)) {
        value = sign - 48
        at += 1
      } else {
        NUMBER.lastIndex = at
        const [digits] = NUMBER.exec(text) ?? []
        if (digits === undefined) throw unexpected(text, at)
        value = Number(digits)
        at += digits.length
      }
    } else {
      const word = text.slice(at, at + (sign === 102 ? 5 : 4))
      const literal = LITERALS.get(word)
      if (literal === undefined) throw unexpected(text, at)
      value = literal
      at += word.length
    }
    // The value is put where it belongs, and what it ends is closed.
    for (;;) {
      at = blanksEnd(text, at)
      if (top === undefined) {
        if (at < length) throw unexpected(text, at)
        return value
      }
      if (top.list) top.list.push(value)
      else setMember(top, value, bounds)
      const after = text.charCodeAt(at)
      if (after === COMMA) {
        at += 1
        if (!top.list) at = yield* readName(text, blanksEnd(text, at), top, escapes)
        break
      }
      if (after !== (top.list ? CLOSE_LIST : CLOSE)) throw unexpected(text, at)
      at += 1
      value = top.list ?? top.map
      stack.pop()
      top = stack.at(-1)
    }
  }
}

function setMember(open: Open, value: unknown, { members }: JsonBounds): void {
  open.members += 1
  if (open.members > members)
    throw new TooMuchJson(`must have at most ${members} members an object`)
  const { map, name } = open
  if (name !== '__proto__') map[name] = value
  else
    Object.defineProperty(map, name, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    })
}

/** Reads a name and its colon; answers where its value may begin. */
function* readName(
  text: string,
  at: number,
  open: Open,
  escapes: Escapes,
): Generator<void, number> {
  if (text.charCodeAt(at) !== QUOTE) throw unexpected(text, at)
  const end = yield* endOfText(text, at + 1, escapes)
  open.name = yield* textBetween(text, at + 1, end)
  const colon = blanksEnd(text, end + 1)
  if (text.charCodeAt(colon) !== COLON) throw unexpected(text, colon)
  return colon + 1
}

const BLANKS = /[ \t\n\r]*/y

function blanksEnd(text: string, at: number): number {
  // Nearly always there are none.
  if (text.charCodeAt(at) > 32) return at
  BLANKS.lastIndex = at
  BLANKS.exec(text)
  return BLANKS.lastIndex
}

/** Where the next backslash stands, once it was looked for: else each text would look through all that follow. */
interface Escapes {
  next: number
}

/** Where the quote is that ends a text. */
function* endOfText(text: string, from: number, escapes: Escapes): Generator<void, number> {
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
function* textBetween(text: string, from: number, to: number): Generator<void, string> {
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
  if (!piece.includes('\\')) {
    if (CONTROL.test(piece)) throw unexpected(piece, piece.search(CONTROL))
    return piece
  }
  return JSON.parse(`"${piece}"`) as string
}

function unexpected(text: string, at: number): SyntaxError {
  const sign = String.fromCodePoint(text.codePointAt(at) ?? 0).toWellFormed()
  return new SyntaxError(
    at >= text.length ? 'Unexpected end of input' : `Unexpected token '${sign}'`,
  )
}
