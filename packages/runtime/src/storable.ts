import type { Fault } from '@sluice/contract'
import { isMetThroughout, type TextRule, textFaults } from './texts-throughout.ts'

/** Postgres accepts neither U+0000 nor lone surrogates, in text and in JSON alike. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

const WORDING = 'must not hold U+0000 or half of a surrogate pair'

/** Schemas or the database's client drop members of these names or read them as their own, so the value would change. */
const TAKEN: ReadonlySet<string> = new Set(['__proto__', '__prismaRawParameters__'])

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
  return isMetThroughout(rule, value, depth)
}

/** The texts, member names and numbers of a JSON value that no store could hold; as pointers below `at`. */
export function storableFaults(value: unknown, at: string, depth?: number): Fault[] {
  return textFaults(rule, value, at, depth)
}
