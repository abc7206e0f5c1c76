import type { Fault } from '@sluice/contract'
import { stepsBelow } from './json-pointer.ts'

/** Deeper than any honest body, and shallow enough for every recursion that meets it. */
const DEPTH = 64

const RULE = 'must not hold U+0000 or half of a surrogate pair'

/** Postgres takes neither U+0000 nor half of a surrogate pair, in text and in JSON alike. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

/** Whether {@link storableFaults} finds nothing, which costs less to ask than what is wrong. */
export function isStorableThroughout(value: unknown, depth = DEPTH): boolean {
  if (typeof value === 'string') return isStorable(value)
  if (typeof value !== 'object' || value === null) return true
  if (depth === 0) return false
  for (const name in value) {
    const inside = (value as Record<string, unknown>)[name]
    if (!isStorable(name) || !isStorableThroughout(inside, depth - 1)) return false
  }
  return true
}

/**
 * The parts of a JSON value, names of members included, that no store could hold; as pointers below `at`.
 */
export function storableFaults(value: unknown, at: string, depth = DEPTH): Fault[] {
  if (typeof value === 'string') return isStorable(value) ? [] : [{ pointer: at, detail: RULE }]
  if (typeof value !== 'object' || value === null) return []
  if (depth === 0) return [{ pointer: at, detail: `is nested deeper than ${DEPTH} levels` }]
  return Object.entries(value).flatMap(([name, inside]) =>
    isStorable(name)
      ? storableFaults(inside, stepsBelow(at, [name]), depth - 1)
      : [{ pointer: at, detail: `has a member whose name ${RULE}` }],
  )
}
