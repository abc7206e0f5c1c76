import { unexpected } from './json-faults.ts'

/** A number in a JSON text, and where it ends. */
export interface ReadNumber {
  readonly value: number
  readonly end: number
}

/** Digits that a double may depend on: the midpoint between two doubles has at most 767. */
const SIGNIFICANT = 800
/** With this many exponent digits any number is 0 or infinite, whatever its other digits are. */
const EXPONENT = 15

const DIGITS = /\d{1,8192}/y

/** A number as its significant digits and a power of ten. */
interface Decimal {
  digits: string
  exponent: number
  /** Whether non-zero digits were dropped. */
  isCut: boolean
}

/**
 * Reads a number of any length, yielding after every few thousand digits. Keeps only as many digits as the value
 * depends on. Throws a SyntaxError for anything else.
 */
export function* readLongNumber(text: string, from: number): Generator<void, ReadNumber> {
  const decimal: Decimal = { digits: '', exponent: 0, isCut: false }
  const isNegative = text[from] === '-'
  let at = isNegative ? from + 1 : from
  if (text[at] === '0') at += 1
  else at = yield* readDigits(text, at, (piece) => append(decimal, piece, 0))
  if (text[at] === '.') {
    at = yield* readDigits(text, at + 1, (piece) => append(decimal, piece, piece.length))
  }
  let exponent = ''
  let sign = ''
  if (text[at] === 'e' || text[at] === 'E') {
    at += 1
    if (text[at] === '-' || text[at] === '+') {
      sign = text[at] ?? ''
      at += 1
    }
    at = yield* readDigits(text, at, (piece) => {
      exponent = significant(exponent + piece).slice(0, EXPONENT)
    })
  }
  const power = decimal.exponent + Number(`${sign}${exponent || 0}`)
  const value = numberOf({ ...decimal, exponent: power })
  return { value: isNegative ? -value : value, end: at }
}

/** Reads one or more digits, piece by piece; returns where they end. */
function* readDigits(
  text: string,
  from: number,
  take: (piece: string) => void,
): Generator<void, number> {
  let at = from
  for (;;) {
    DIGITS.lastIndex = at
    const [piece] = DIGITS.exec(text) ?? []
    if (piece === undefined) break
    take(piece)
    at += piece.length
    yield
  }
  if (at === from) throw unexpected(text, at)
  return at
}

/** Appends digits, of which `behind` are after the decimal point. */
function append(decimal: Decimal, piece: string, behind: number): void {
  const digits = significant(decimal.digits + piece)
  const cut = digits.slice(SIGNIFICANT)
  decimal.digits = digits.slice(0, SIGNIFICANT)
  decimal.exponent += cut.length - behind
  decimal.isCut ||= /[1-9]/.test(cut)
}

function significant(digits: string): string {
  return digits.replace(/^0+/, '')
}

/** A final digit represents all that were dropped: they only decide which of two neighbors is nearer. */
function numberOf({ digits, exponent, isCut }: Decimal): number {
  if (digits === '') return 0
  return isCut ? Number(`${digits}1e${exponent - 1}`) : Number(`${digits}e${exponent}`)
}
