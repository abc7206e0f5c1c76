import type { Order } from '../pages/spans.ts'

/** Positions between two yields. */
const PER_YIELD = 4096

/**
 * The positions that any of these lists has, each once; only the first `most`. The lists are in this order, too. They are
 * merged two by two, so a result of ten thousand positions never takes more than two merges of that size per list.
 */
export function* union(
  lists: readonly (readonly number[])[],
  order: Order,
  most = Number.POSITIVE_INFINITY,
): Generator<void, readonly number[]> {
  const sign = order === 'asc' ? 1 : -1
  let left = lists
  while (left.length > 1) {
    const merged: (readonly number[])[] = []
    for (let i = 0; i < left.length; i += 2) {
      merged.push(yield* unionOfTwo(left[i] ?? [], left[i + 1] ?? [], sign, most))
    }
    left = merged
  }
  return (left[0] ?? []).slice(0, most)
}

/** Of two lists; `sign` is 1 if they ascend, else -1. */
export function* unionOfTwo(
  one: readonly number[],
  other: readonly number[],
  sign: number,
  most: number,
): Generator<void, number[]> {
  const all: number[] = []
  let [i, j] = [0, 0]
  while (all.length < most && (i < one.length || j < other.length)) {
    if (all.length % PER_YIELD === PER_YIELD - 1) yield
    const [mine, theirs] = [one[i] ?? Number.NaN, other[j] ?? Number.NaN]
    const isMine = j === other.length || sign * mine <= sign * theirs
    const isTheirs = i === one.length || sign * theirs <= sign * mine
    all.push(isMine ? mine : theirs)
    if (isMine) i += 1
    if (isTheirs) j += 1
  }
  return all
}

/**
 * Values by the positions of an axis that has all of theirs up to its end, in the same order; null elsewhere, and what
 * lies after its end is left out.
 */
export function spread<Value>(
  positions: readonly number[],
  values: ArrayLike<Value>,
  axis: readonly number[],
): (Value | null)[] {
  let at = 0
  return axis.map((position) => (positions[at] === position ? (values[at++] ?? null) : null))
}
