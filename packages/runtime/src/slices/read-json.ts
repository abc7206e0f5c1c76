/**
 * JSON.parse for long texts, which can be interrupted: it yields after every few thousand characters.
 *
 * A state machine with a stack of open containers, so that depth needs no recursion. Has the same result as JSON.parse:
 * the last of duplicate names counts, and `__proto__` is a name like any other. Strings are split into pieces that
 * JSON.parse unescapes. Throws a SyntaxError for invalid JSON, and {@link TooMuchJson} beyond a limit.
 */
import { unexpected } from './json-faults.ts'
import { readLongNumber } from './json-numbers.ts'
import { type Escapes, endOfString, stringBetween } from './json-strings.ts'

/** Limits of a text. */
export interface JsonBounds {
  /** Values on all levels together, including those replaced by a duplicate name. */
  readonly values: number
  /** Lists and objects among them, which are most expensive for a young collection. Default: no separate limit. */
  readonly containers?: number
  /** Nesting levels. */
  readonly depth: number
  /** Members of one object, not counting duplicates. */
  readonly members: number
  /** Characters of a member's name. Default: no limit. */
  readonly name?: number
}

/** Says which limit was exceeded. */
export class TooMuchJson extends Error {}

/** Characters between two yields. */
const STRIDE = 8192

const [QUOTE, COMMA, COLON, SPACE] = [34, 44, 58, 32]
const [OPEN_LIST, CLOSE_LIST, OPEN, CLOSE] = [91, 93, 123, 125]
/** A number that is not long. */
const NUMBER = /-?(?:0|[1-9]\d{0,99})(?:\.\d{1,99})?(?:[eE][+-]?\d{1,9})?(?![\d.eE])/y
const LITERALS = new Map<string, boolean | null>([
  ['true', true],
  ['false', false],
  ['null', null],
])

/** An open container, with the name of its next member. */
interface Open {
  readonly list: unknown[] | undefined
  readonly map: Record<string, unknown>
  members: number
  name: string
}

/**
 * V8 stores a list of numbers unboxed, other lists with an object per element: for a million numbers, 24 MB that a
 * young collection has to move. An empty array literal in this code would permanently be of the second kind after one
 * list from it held something else; a copy is not.
 */
const none: readonly unknown[] = []
const noMembers: Record<string, unknown> = {}

export function* readJson(text: string, bounds: JsonBounds): Generator<void, unknown> {
  const { length } = text
  const { values: mostValues, containers: mostContainers = mostValues } = bounds
  const { name: mostInName = Number.POSITIVE_INFINITY } = bounds
  const stack: Open[] = []
  let top: Open | undefined
  let at = 0
  let mark = STRIDE
  let [values, containers] = [0, 0]
  let value: unknown
  const escapes: Escapes = { next: -1 }

  for (;;) {
    // A value begins here.
    if (text.charCodeAt(at) <= SPACE) at = yield* blanksEnd(text, at)
    if (at >= mark) {
      mark = at + STRIDE
      yield
    }
    const sign = text.charCodeAt(at)
    values += 1
    if (values > mostValues) {
      throw new TooMuchJson(`must hold at most ${mostValues} values, all levels together`)
    }
    if (sign === OPEN_LIST || sign === OPEN) {
      containers += 1
      if (containers > mostContainers) {
        const detail = `must hold at most ${mostContainers} lists and objects, all levels together`
        throw new TooMuchJson(detail)
      }
      const isList = sign === OPEN_LIST
      const opened: Open = {
        ...{ list: isList ? none.slice() : undefined, map: isList ? noMembers : {} },
        ...{ members: 0, name: '' },
      }
      at += 1
      if (text.charCodeAt(at) <= SPACE) at = yield* blanksEnd(text, at)
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
        if (sign === OPEN) at = yield* readName(text, at, opened, escapes, mostInName)
        continue
      }
    } else if (sign === QUOTE) {
      const end = yield* endOfString(text, at + 1, escapes)
      value = yield* stringBetween(text, at + 1, end)
      at = end + 1
    } else if (sign === 45 || (sign >= 48 && sign <= 57)) {
      const next = text.charCodeAt(at + 1)
      if (sign !== 45 && (next === COMMA || next === CLOSE_LIST || next === CLOSE)) {
        value = sign - 48
        at += 1
      } else {
        NUMBER.lastIndex = at
        const [digits] = NUMBER.exec(text) ?? []
        if (digits !== undefined) {
          value = Number(digits)
          at += digits.length
        } else {
          const read = yield* readLongNumber(text, at)
          value = read.value
          at = read.end
        }
      }
    } else {
      const word = text.slice(at, at + (sign === 102 ? 5 : 4))
      const literal = LITERALS.get(word)
      if (literal === undefined) throw unexpected(text, at)
      value = literal
      at += word.length
    }
    // Adds the value to its container, and closes containers that end here.
    for (;;) {
      if (text.charCodeAt(at) <= SPACE) at = yield* blanksEnd(text, at)
      if (top === undefined) {
        if (at < length) throw unexpected(text, at)
        return value
      }
      if (top.list) top.list.push(value)
      else setMember(top, value, bounds)
      const after = text.charCodeAt(at)
      if (after === COMMA) {
        at += 1
        if (top.list) break
        if (text.charCodeAt(at) <= SPACE) at = yield* blanksEnd(text, at)
        at = yield* readName(text, at, top, escapes, mostInName)
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
  const { map, name } = open
  if (!Object.hasOwn(map, name)) open.members += 1
  if (open.members > members)
    throw new TooMuchJson(`must have at most ${members} members an object`)
  if (name !== '__proto__') map[name] = value
  else
    Object.defineProperty(map, name, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    })
}

/** Reads a name and its colon; returns where its value begins. */
function* readName(
  text: string,
  at: number,
  open: Open,
  escapes: Escapes,
  most: number,
): Generator<void, number> {
  if (text.charCodeAt(at) !== QUOTE) throw unexpected(text, at)
  const end = yield* endOfString(text, at + 1, escapes)
  open.name = yield* stringBetween(text, at + 1, end)
  if (open.name.length > most) {
    throw new TooMuchJson(`must have names of at most ${most} characters`)
  }
  let colon = end + 1
  if (text.charCodeAt(colon) <= SPACE) colon = yield* blanksEnd(text, colon)
  if (text.charCodeAt(colon) !== COLON) throw unexpected(text, colon)
  return colon + 1
}

function* blanksEnd(text: string, from: number): Generator<void, number> {
  let mark = from + STRIDE
  for (let at = from; ; at += 1) {
    if (!isBlank(text.charCodeAt(at))) return at
    if (at < mark) continue
    mark = at + STRIDE
    yield
  }
}

function isBlank(sign: number): boolean {
  return sign === SPACE || sign === 10 || sign === 13 || sign === 9
}
