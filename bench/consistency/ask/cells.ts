import type { Value } from '../model/act.ts'

/** A value that may be any of some, as of things that have a sample at the same time; anything where none is named. */
export interface AnyOf {
  readonly anyOf: readonly Value[]
}

/** What an answer says, or is to say, by name: for example `2026-01-01T00:00:00.000Z level:avg`. */
export type Cells = Map<string, Value | AnyOf | null>

/** Where two differ first. */
export interface Difference {
  readonly name: string
  readonly found: unknown
  readonly expected: unknown
}

/** Sums differ in their last bits, by the order of adding. */
const TOLERANCE = 1e-7

/** The first difference of an answer from what a model expects; undefined where there is none. */
export function differenceOf(found: Cells, expected: Cells): Difference | undefined {
  for (const [name, value] of expected) {
    const answer = found.get(name)
    if (!isSame(answer, value)) return { name, found: answer, expected: value }
  }
  for (const [name, value] of found) {
    if (!expected.has(name)) return { name, found: value, expected: undefined }
  }
  return undefined
}

function isSame(found: unknown, expected: unknown): boolean {
  if (typeof expected === 'object' && expected !== null) {
    const { anyOf } = expected as AnyOf
    return anyOf.length === 0 || anyOf.some((one) => isSame(found, one))
  }
  if (typeof found !== 'number' || typeof expected !== 'number') return found === expected
  return Math.abs(found - expected) <= TOLERANCE * Math.max(1, Math.abs(expected))
}
