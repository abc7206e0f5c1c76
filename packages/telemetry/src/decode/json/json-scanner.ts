import { microsOf } from '@sluice/runtime'

/**
 * Reads the simplest JSON directly from its bytes, without allocating strings or objects. It refuses whatever it does
 * not know, and the caller falls back to `JSON.parse`. So it may refuse valid JSON, but must never read it differently.
 */
export class JsonScanner {
  readonly bytes: Buffer
  at = 0
  /** The offset of the last time whose minute was parsed, and that minute in epoch microseconds. */
  #timeAt = -1
  #minute = Number.NaN

  constructor(bytes: Buffer) {
    this.bytes = bytes
  }

  /** Steps over a character of punctuation and the white space around it. */
  punctuation(code: number): boolean {
    this.#space()
    if (this.bytes[this.at] !== code) return false
    this.at++
    this.#space()
    return true
  }

  /** Steps over text that equals the text from `from` to `to`. */
  same(from: number, to: number): boolean {
    const { bytes, at } = this
    const ahead = at - from
    for (let one = from; one < to; one++) if (bytes[one] !== bytes[one + ahead]) return false
    this.at = to + ahead
    return true
  }

  /** Steps over `"name":`. */
  name(name: string): boolean {
    const { bytes, at } = this
    if (bytes[at] !== QUOTE) return false
    for (let i = 0; i < name.length; i++) {
      if (bytes[at + 1 + i] !== name.charCodeAt(i)) return false
    }
    if (bytes[at + 1 + name.length] !== QUOTE) return false
    this.at = at + 2 + name.length
    return this.punctuation(COLON)
  }

  /** Steps over `"name":` and returns the name; undefined unless it is plain ASCII. */
  anyName(): string | undefined {
    const { bytes, at } = this
    if (bytes[at] !== QUOTE) return undefined
    const end = this.#plainEnd(at + 1)
    if (end < 0) return undefined
    this.at = end + 1
    return this.punctuation(COLON) ? bytes.toString('latin1', at + 1, end) : undefined
  }

  /** The next value in epoch microseconds, by the rules of {@link microsOf}; NaN if it is no time. */
  time(): number {
    if (this.bytes[this.at] !== QUOTE) return microsOf(this.number())
    const start = this.at + 1
    const end = this.#plainEnd(start)
    if (end < 0) return Number.NaN
    this.at = end + 1
    const rest = this.#withinMinute(start + TO_MINUTE, end)
    if (rest < 0) return microsOf(this.bytes.toString('latin1', start, end))
    return this.#minuteAt(start) + rest
  }

  /** The next number as `JSON.parse` would read it; NaN if there is none. */
  number(): number {
    const { bytes } = this
    const start = this.at
    let at = start
    let code = bytes[at] ?? END
    const negative = code === DASH
    if (negative) code = bytes[++at] ?? END
    const first = at
    let digits = 0
    for (; code >= ZERO && code <= NINE; code = bytes[++at] ?? END)
      digits = digits * 10 + (code - ZERO)
    const whole = at - first
    if (whole === 0 || (whole > 1 && bytes[first] === ZERO)) return Number.NaN
    let decimals = 0
    if (code === DOT) {
      const point = ++at
      for (code = bytes[at] ?? END; code >= ZERO && code <= NINE; code = bytes[++at] ?? END)
        digits = digits * 10 + (code - ZERO)
      decimals = at - point
      if (decimals === 0) return Number.NaN
    }
    if (code === UPPER_E || code === LOWER_E) return this.#exponent(start, at)
    this.at = at
    // Both operands are exact, so the quotient is rounded once, as the standard requires.
    if (whole + decimals > EXACT_DIGITS) return Number(bytes.toString('latin1', start, at))
    const value = decimals === 0 ? digits : digits / (powersOfTen[decimals] ?? 1)
    return negative ? -value : value
  }

  /** The next value if it is `true` or `false`. */
  boolean(): boolean | undefined {
    if (this.#word('true')) return true
    return this.#word('false') ? false : undefined
  }

  ended(): boolean {
    this.#space()
    return this.at === this.bytes.length
  }

  #space(): void {
    for (;;) {
      const code = this.bytes[this.at]
      if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return
      this.at++
    }
  }

  #word(word: string): boolean {
    for (let i = 0; i < word.length; i++) {
      if (this.bytes[this.at + i] !== word.charCodeAt(i)) return false
    }
    this.at += word.length
    return true
  }

  /** The end of the string that begins at `at`; -1 if it has escapes or anything but printable ASCII. */
  #plainEnd(at: number): number {
    for (let end = at; ; end++) {
      const code = this.bytes[end]
      if (code === QUOTE) return end
      if (code === undefined || code < 32 || code > 126 || code === BACKSLASH) return -1
    }
  }

  /** The minute of a time in epoch microseconds. Most times of a body have the same minute as the one before. */
  #minuteAt(start: number): number {
    const { bytes } = this
    const before = this.#timeAt
    let same = 0
    if (before >= 0) while (same < TO_MINUTE && bytes[start + same] === bytes[before + same]) same++
    if (same < TO_MINUTE) {
      this.#minute = microsOf(`${bytes.toString('latin1', start, start + TO_MINUTE)}00Z`)
      this.#timeAt = start
    }
    return this.#minute
  }

  /** Microseconds of `SS[.fraction]Z`, which ends at `end`; -1 for any other form. */
  #withinMinute(start: number, end: number): number {
    const { bytes } = this
    const last = bytes[end - 1]
    const tens = bytes[start]
    const ones = bytes[start + 1]
    if (end < start + 3 || (last !== UPPER_Z && last !== LOWER_Z)) return -1
    if (!isDigit(tens) || !isDigit(ones) || tens > FIVE) return -1
    const seconds = ((tens - ZERO) * 10 + ones - ZERO) * 1_000_000
    if (end === start + 3) return seconds
    if (bytes[start + 2] !== DOT || end === start + 4) return -1
    let fraction = 0
    let unit = 100_000
    for (let at = start + 3; at < end - 1; at++) {
      const code = bytes[at]
      if (!isDigit(code)) return -1
      fraction += (code - ZERO) * unit
      unit = Math.floor(unit / 10)
    }
    return seconds + fraction
  }

  /** Parses a number from its exponent on; the digits before it have been checked. */
  #exponent(start: number, exponent: number): number {
    let at = exponent + 1
    if (this.bytes[at] === PLUS || this.bytes[at] === DASH) at++
    const digits = at
    while (isDigit(this.bytes[at])) at++
    if (at === digits) return Number.NaN
    this.at = at
    return Number(this.bytes.toString('latin1', start, at))
  }
}

/** Stands for the end of the text. */
const END = 0
const QUOTE = 34
const PLUS = 43
const DASH = 45
const DOT = 46
const ZERO = 48
const FIVE = 53
const NINE = 57
const COLON = 58
const UPPER_E = 69
const UPPER_Z = 90
const BACKSLASH = 92
const LOWER_E = 101
const LOWER_Z = 122

/** Characters of `YYYY-MM-DDTHH:MM:`. */
const TO_MINUTE = 17

/** A number with this many decimal digits is exact, and so are the powers of ten by which it is divided. */
export const EXACT_DIGITS = 15
export const powersOfTen = Float64Array.from(
  { length: EXACT_DIGITS + 1 },
  (_, exponent) => 10 ** exponent,
)

function isDigit(code: number | undefined): code is number {
  return code !== undefined && code >= ZERO && code <= NINE
}
