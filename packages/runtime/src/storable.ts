import type { Fault } from '@sluice/contract'
import { isMetThroughout, type TextRule, textFaults } from './texts-throughout.ts'

/** Postgres takes neither U+0000 nor half of a surrogate pair, in text and in JSON alike. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

const rule: TextRule = {
  isMet: isStorable,
  wording: () => 'must not hold U+0000 or half of a surrogate pair',
}

/** Whether {@link storableFaults} finds nothing, which costs less to ask than what is wrong. */
export function isStorableThroughout(value: unknown, depth?: number): boolean {
  return isMetThroughout(rule, value, depth)
}

/**
 * The parts of a JSON value, names of members included, that no store could hold; as pointers below `at`.
 */
export function storableFaults(value: unknown, at: string, depth?: number): Fault[] {
  return textFaults(rule, value, at, depth)
}
