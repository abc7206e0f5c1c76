import type { Range } from '../plan/range.ts'

/** At least zero. */
export function widthOf({ from, to }: Range): number {
  return Math.max(0, to - from)
}

/** The intersection of two ranges; an empty range if there is none. */
export function overlapOf(one: Range, other: Range): Range {
  const from = Math.max(one.from, other.from)
  return { from, to: Math.max(from, Math.min(one.to, other.to)) }
}

/** The rest of a range, in order. `covered` is ascending, disjoint and inside the range. */
export function without({ from, to }: Range, covered: readonly Range[]): Range[] {
  const ends = [...covered, { from: to, to }]
  return ends.flatMap((range, i) => {
    const start = ends[i - 1]?.to ?? from
    return start < range.from ? { from: start, to: range.from } : []
  })
}
