import type { Fault } from '@sluice/contract'
import { isMetThroughout, type TextRule, textFaults } from './texts-throughout.ts'

/** Postgres accepts neither U+0000 nor lone surrogates, in text and in JSON alike. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

const WORDING = 'must not hold U+0000 or half of a surrogate pair'

/** Schemas or the database's client drop members of these names or read them as their own, so the value would change. */
const TAKEN: ReadonlySet<string> = new Set(['__proto__', '__prismaRawParameters__'])

/**
 * Digits that the numbers of a value with an exponent may have together. Postgres writes JSON numbers in full: 5e-324
 * comes back as 326 characters.
 */
const MOST_DIGITS = 16_384

const rule: TextRule = {
  isMet: isStorable,
  wording: () => WORDING,
  finite: true,
  ofNames: {
    isMet: (name) => !TAKEN.has(name) && isStorable(name),
    wording: (name) => (TAKEN.has(name) ? `must not be ${name}` : WORDING),
  },
}

/** Whether {@link storableFaults} finds nothing, which is cheaper to check. */
export function isStorableThroughout(value: unknown, depth?: number): boolean {
  return isMetThroughout(rule, value, depth) && digitsIn(value) <= MOST_DIGITS
}

/** The texts, member names and numbers of a JSON value that no store could hold; as pointers below `at`. */
export function storableFaults(value: unknown, at: string, depth?: number): Fault[] {
  if (digitsIn(value) <= MOST_DIGITS) return textFaults(rule, value, at, depth)
  const most = MOST_DIGITS.toLocaleString('en')
  const detail = `has numbers with exponents that need more than ${most} digits together when written in full`
  return [{ pointer: at, detail }]
}

/** The digits of all numbers of a JSON value that JavaScript writes with an exponent; counted until they are too many. */
function digitsIn(value: unknown): number {
  if (typeof value === 'number') return digitsOf(value)
  if (typeof value !== 'object' || value === null) return 0
  let digits = 0
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length && digits <= MOST_DIGITS; i++) digits += digitsIn(value[i])
    return digits
  }
  for (const name in value) {
    digits += digitsIn((value as Record<string, unknown>)[name])
    if (digits > MOST_DIGITS) break
  }
  return digits
}

/** Without making the text, which takes far longer. */
function digitsOf(value: number): number {
  const size = Math.abs(value)
  if (value === 0 || (size >= 1e-6 && size < 1e21) || !Number.isFinite(value)) return 0
  return Math.abs(Math.floor(Math.log10(size)))
}
