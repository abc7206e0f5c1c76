import type { Value } from '../model/act.ts'

/** A cell that may be any of some, as of things that have a sample at the same time. */
export interface AnyOf {
  readonly anyOf: readonly Cell[]
}

/** A number that depends in its last bits on the order of adding. All others are the very numbers that were sent. */
export interface Near {
  readonly near: number
  /** The most that rounding may make of it. */
  readonly within: number
}

export type Cell = Value | AnyOf | Near | null

/** What an answer says, or is to say, by name: for example `2026-01-01T00:00:00.000Z level:avg`. */
export type Cells = Map<string, Cell>

/** Where two differ. */
export interface Difference {
  readonly name: string
  readonly found: unknown
  readonly expected: unknown
}

/** Rounding of numbers that are hardly above zero, which is not relative to them. */
const LEAST = 1e-300

/** Where an answer differs from what a model expects. */
export function* differencesOf(found: Cells, expected: Cells): Generator<Difference, void> {
  for (const [name, value] of expected) {
    const answer = found.get(name)
    if (!isSame(answer, value)) yield { name, found: answer, expected: value }
  }
  for (const [name, value] of found) {
    if (!expected.has(name)) yield { name, found: value, expected: undefined }
  }
}

/** The first difference; undefined where there is none. */
export function differenceOf(found: Cells, expected: Cells): Difference | undefined {
  const [first] = differencesOf(found, expected)
  return first
}

function isSame(found: unknown, expected: Cell): boolean {
  // Not `===`: the sign of zero counts.
  if (typeof expected !== 'object' || expected === null) return Object.is(found, expected)
  if ('anyOf' in expected) return expected.anyOf.some((one) => isSame(found, one))
  const { near, within } = expected
  return typeof found === 'number' && Math.abs(found - near) <= within + LEAST
}

/** A computed number: null where it, or a sum on the way to it, exceeds a double. */
export function nearly(number: number, within: number): Near | null {
  return Number.isFinite(number) ? { near: number, within } : null
}
