import type { Range } from '../plan/range.ts'

/** At least zero. */
export function widthOf({ from, to }: Range): number {
  return Math.max(0, to - from)
}

/** What two have in common; of no width where there is nothing. */
export function overlapOf(one: Range, other: Range): Range {
  const from = Math.max(one.from, other.from)
  return { from, to: Math.max(from, Math.min(one.to, other.to)) }
}

/** What is left of a range, in order. What is covered is ascending and apart, and lies inside it. */
export function without({ from, to }: Range, covered: readonly Range[]): Range[] {
  const ends = [...covered, { from: to, to }]
  return ends.flatMap((range, i) => {
    const start = ends[i - 1]?.to ?? from
    return start < range.from ? { from: start, to: range.from } : []
  })
}
