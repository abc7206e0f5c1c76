import type { Value } from '../model/act.ts'

/** A value that may be any of some, as of things that have a sample at the same time; anything where none is named. */
export interface AnyOf {
  readonly anyOf: readonly Value[]
}

/** A number that depends in its last bits on the order of adding. All others are the very numbers that were sent. */
export interface Near {
  readonly near: number
}

export type Cell = Value | AnyOf | Near | null

/** What an answer says, or is to say, by name: for example `2026-01-01T00:00:00.000Z level:avg`. */
export type Cells = Map<string, Cell>

/** Where two differ first. */
export interface Difference {
  readonly name: string
  readonly found: unknown
  readonly expected: unknown
}

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
  if (typeof expected !== 'object' || expected === null) return found === expected
  if ('anyOf' in expected) {
    const { anyOf } = expected as AnyOf
    return anyOf.length === 0 || anyOf.some((one) => isSame(found, one))
  }
  const { near } = expected as Near
  if (typeof found !== 'number') return false
  return Math.abs(found - near) <= TOLERANCE * Math.max(1, Math.abs(near))
}

/** A computed number: null where it, or a sum on the way to it, exceeds a double. */
export function nearly(number: number | null): Near | null {
  return number !== null && Number.isFinite(number) ? { near: number } : null
}
