import { ownText } from '@sluice/runtime'
import { quoted } from '../faults.ts'
import { EXACT_DIGITS, powersOfTen } from '../json/json-scanner.ts'

/** A point of InfluxDB's line protocol: the contents of one line. */
export interface Point {
  readonly measurement: string
  readonly tags: ReadonlyMap<string, string>
  /** In the order of the line; integers are numbers. */
  readonly fields: ReadonlyMap<string, number | boolean | string>
  /** The digits of its time, in the unit of the call; undefined if it has none. */
  readonly time: string | undefined
}

/** A malformed line; its message completes the sentence "The line ...". */
export class LineFault extends Error {}

const [NEWLINE, RETURN, SPACE, QUOTE, HASH] = [10, 13, 32, 34, 35]
const [COMMA, MINUS, DOT, EQUALS, BACKSLASH] = [44, 45, 46, 61, 92]
const [ZERO, NINE, INTEGER_MARK] = [48, 57, 105]

/** The characters that end a name, a value and a time. */
const [AFTER_NAME, AFTER_VALUE, AFTER_TIME] = [[EQUALS, COMMA, SPACE], [COMMA, SPACE], [SPACE]]

/** UTF-16 units of a name or a value: names of metrics and things are shorter, and strings have at most 4096 bytes. */
const LONGEST_TEXT = 8192
/** Most tags of a line. */
const MAX_TAGS = 128
/** UTF-16 units of a line, about. A line is read without yielding. */
const LONGEST_LINE = 64 * 1024

const booleans = new Map([
  ...['t', 'T', 'true', 'True', 'TRUE'].map((word) => [word, true] as const),
  ...['f', 'F', 'false', 'False', 'FALSE'].map((word) => [word, false] as const),
])

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/
const INTEGER = /^[+-]?\d+[iu]$/
const TIME = /^-?\d{1,19}$/

/**
 * Reads points one by one ({@link https://docs.influxdata.com/influxdb/v2/reference/syntax/line-protocol/}). No call
 * looks beyond the longest line, so a quote that is never closed costs no more than any other line.
 */
export class LineProtocol {
  /** The number of the current line, from 1. */
  line = 0
  readonly #text: string
  #at = 0
  /** The offset of the current line. */
  #start = 0
  /** Names of tags and fields of the line before, in order: most lines have the same. */
  readonly #names: string[] = []
  #nth = 0

  constructor(text: string) {
    this.#text = text
  }

  /** Goes to the next line; undefined at the end. A point must then be read or skipped. */
  next(): 'point' | 'nothing' | undefined {
    if (this.#at >= this.#text.length) return undefined
    this.line++
    this.#start = this.#at
    this.#passSpaces()
    if (this.#code() !== HASH && !this.#isEnd()) return 'point'
    this.passLine()
    return 'nothing'
  }

  /** The point of this line. Throws {@link LineFault}; the rest of the line must then be skipped. */
  read(): Point {
    this.#nth = 0
    const measurement = this.#name('measurement', AFTER_VALUE)
    const tags = new Map<string, string>()
    while (this.#take(COMMA)) {
      this.#requireShort()
      const key = this.#key('name of a tag')
      if (!this.#take(EQUALS)) throw new LineFault(`has a tag ${quoted(key)} without a value`)
      if (tags.size === MAX_TAGS) throw new LineFault(`has over ${MAX_TAGS} tags`)
      tags.set(key, this.#name('value of the tag', AFTER_VALUE, key))
    }
    if (!this.#take(SPACE)) throw new LineFault('has no fields')
    this.#passSpaces()
    const fields = this.#fields()
    const time = this.#time()
    this.#passSpaces()
    if (!this.#isEnd()) throw new LineFault('has something after its time')
    this.passLine()
    return { measurement, tags, fields, time }
  }

  /** Skips to the end of the line. */
  passLine(): void {
    const end = this.#text.indexOf('\n', this.#at)
    this.#at = end < 0 ? this.#text.length : end + 1
  }

  #fields(): Point['fields'] {
    const fields = new Map<string, number | boolean | string>()
    do {
      this.#requireShort()
      const key = this.#key('name of a field')
      if (!this.#take(EQUALS)) throw new LineFault(`has a field ${quoted(key)} without a value`)
      fields.set(key, this.#value(key))
    } while (this.#take(COMMA))
    return fields
  }

  #value(key: string): number | boolean | string {
    if (this.#take(QUOTE)) return this.#string(key)
    const number = this.#number()
    if (number !== undefined) return number
    const word = this.#name('value of the field', AFTER_VALUE, key)
    const known = booleans.get(word)
    if (known !== undefined) return known
    if (INTEGER.test(word)) return Number(word.slice(0, -1))
    if (NUMBER.test(word)) return Number(word)
    const detail = `has a field ${quoted(key)} of ${quoted(word)}, which is no number, boolean or string in quotes`
    throw new LineFault(detail)
  }

  /** Fast path for a number with few digits and no exponent; undefined for anything else. */
  #number(): number | undefined {
    const text = this.#text
    let at = this.#at
    let code = text.charCodeAt(at)
    const negative = code === MINUS
    if (negative) code = text.charCodeAt(++at)
    const first = at
    let digits = 0
    for (; code >= ZERO && code <= NINE; code = text.charCodeAt(++at)) {
      digits = digits * 10 + (code - ZERO)
    }
    let decimals = 0
    if (code === DOT) {
      const point = ++at
      for (code = text.charCodeAt(at); code >= ZERO && code <= NINE; code = text.charCodeAt(++at)) {
        digits = digits * 10 + (code - ZERO)
      }
      decimals = at - point
      if (decimals === 0) return undefined
    } else if (code === INTEGER_MARK && at > first) code = text.charCodeAt(++at)
    if (at === first || at - first > EXACT_DIGITS || (code !== COMMA && code !== SPACE))
      return undefined
    this.#at = at
    // Both operands are exact, so the quotient is rounded once, as the standard requires.
    const value = decimals === 0 ? digits : digits / (powersOfTen[decimals] ?? 1)
    return negative ? -value : value
  }

  /**
   * A quoted string, in which `\"` and `\\` are escapes. It may span lines; if it does not end, they are lines of their
   * own. Up to where that shows, no other string can begin, so no text is read more than twice.
   */
  #string(key: string): string {
    const [opened, line] = [this.#at, this.line]
    let value = ''
    let from = this.#at
    for (const end = from + LONGEST_TEXT; this.#at < end; this.#at++) {
      const code = this.#code()
      if (code === QUOTE) {
        value += this.#text.slice(from, this.#at++)
        // The next quote may be the first of another string.
        if (this.line > line && !this.#isValueEnd()) break
        // A copy: a slice would keep the whole body in memory for as long as the value is kept.
        return ownText(value)
      }
      if (Number.isNaN(code)) break
      if (code === NEWLINE) this.line++
      const next = this.#text.charCodeAt(this.#at + 1)
      if (code !== BACKSLASH || (next !== QUOTE && next !== BACKSLASH)) continue
      value += this.#text.slice(from, this.#at++)
      from = this.#at
    }
    this.#at = opened
    this.line = line
    throw new LineFault(`has a field ${quoted(key)} whose string does not end`)
  }

  /** The name of a tag or field. */
  #key(what: string): string {
    const [from, nth] = [this.#at, this.#nth++]
    const before = this.#names[nth]
    if (before !== undefined && this.#text.startsWith(before, from)) {
      if (this.#text.charCodeAt(from + before.length) === EQUALS) {
        this.#at = from + before.length
        return before
      }
    }
    const key = this.#name(what, AFTER_NAME)
    // Remembers only names without escapes.
    if (this.#at - from === key.length) this.#names[nth] = key
    return key
  }

  /** Reads up to one of `ends`, unless it is escaped by a backslash. `of` names the owner in messages. */
  #name(what: string, ends: readonly number[], of?: string): string {
    let name = ''
    let from = this.#at
    const end = from + LONGEST_TEXT
    for (; this.#at < end; this.#at++) {
      const code = this.#code()
      if (isPlain(code)) continue
      if (this.#isEnd() || ends.includes(code)) break
      if (code !== BACKSLASH || !isEscapable(this.#text.charCodeAt(this.#at + 1))) continue
      name += this.#text.slice(from, this.#at++)
      from = this.#at
    }
    const whose = () => (of === undefined ? what : `${what} ${quoted(of)}`)
    if (this.#at >= end)
      throw new LineFault(`has a ${whose()} longer than ${LONGEST_TEXT} characters`)
    name += this.#text.slice(from, this.#at)
    if (name === '') throw new LineFault(`has an empty ${whose()}`)
    return name
  }

  #time(): string | undefined {
    this.#passSpaces()
    if (this.#isEnd()) return undefined
    const time = this.#name('time', AFTER_TIME)
    if (TIME.test(time)) return time
    throw new LineFault(`has a time ${quoted(time)}, which is not a whole number`)
  }

  #requireShort(): void {
    if (this.#at - this.#start <= LONGEST_LINE) return
    throw new LineFault(`is longer than ${LONGEST_LINE} characters; split it into several lines`)
  }

  #passSpaces(): void {
    const end = this.#at + LONGEST_TEXT
    while (this.#code() === SPACE && this.#at < end) this.#at++
  }

  #take(wanted: number): boolean {
    if (this.#code() !== wanted) return false
    this.#at++
    return true
  }

  /** NaN at the end of the text. */
  #code(): number {
    return this.#text.charCodeAt(this.#at)
  }

  #isValueEnd(): boolean {
    return AFTER_VALUE.includes(this.#code()) || this.#isEnd()
  }

  #isEnd(): boolean {
    const code = this.#code()
    if (code === RETURN) return this.#text.charCodeAt(this.#at + 1) === NEWLINE
    return code === NEWLINE || Number.isNaN(code)
  }
}

/** Whether a character neither ends a text nor escapes another. */
function isPlain(code: number): boolean {
  return code > EQUALS ? code !== BACKSLASH : code > COMMA && code < EQUALS
}

function isEscapable(code: number): boolean {
  return code === COMMA || code === EQUALS || code === SPACE || code === BACKSLASH
}
