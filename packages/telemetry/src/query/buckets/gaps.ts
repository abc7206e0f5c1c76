import { getOrMake } from '@sluice/runtime'
import { without } from '../axis/range-parts.ts'
import type { Range } from '../plan/range.ts'

/** Pairs of a thing and a metric, in a range that rollups do not cover. */
export interface Gap extends Range {
  readonly things: readonly number[]
  readonly metrics: readonly number[]
}

interface Series {
  readonly things: readonly number[]
  readonly metrics: readonly number[]
  readonly span: Range
}

/** Statements with more gaps, or with gaps of more things, would cost more to parse than the samples to read. */
const MAX_GAPS = 100
const MAX_THINGS = 20_000

/** Pairs that lack the same ranges. */
interface Shape {
  readonly missing: readonly Range[]
  /** Those of the current metric. */
  things: number[]
  /** The pairs found so far, grouped into rectangles of things and metrics. */
  readonly found: { readonly things: readonly number[]; readonly metrics: number[] }[]
}

/**
 * What is not covered of a span, over all pairs of things and metrics. Pairs that lack the same share their gaps.
 * Undefined if there would be too many gaps.
 *
 * @param covered ascending, disjoint ranges inside the span; the same list object where many pairs have the same
 */
export function* gapsOf(
  { things, metrics, span }: Series,
  covered: (thing: number, metric: number) => readonly Range[],
): Generator<void, Gap[] | undefined> {
  const byText = new Map<string, Shape>()
  const byList = new Map<readonly Range[], Shape>()
  const shapeOf = (list: readonly Range[]) =>
    getOrMake(byList, list, () => {
      const missing = without(span, list)
      const text = missing.map(({ from, to }) => `${from} ${to}`).join()
      return getOrMake(byText, text, () => ({ missing, things: [], found: [] }))
    })
  let [count, named] = [0, 0]
  for (const metric of metrics) {
    yield
    for (const thing of things) shapeOf(covered(thing, metric)).things.push(thing)
    for (const { missing, things, found } of byText.values()) {
      const same = found.find((other) => isSame(other.things, things))
      if (same) same.metrics.push(metric)
      else if (things.length > 0) {
        found.push({ things, metrics: [metric] })
        count += missing.length
        named += missing.length * things.length
      }
    }
    if (count > MAX_GAPS || named > MAX_THINGS) return undefined
    for (const shape of byText.values()) shape.things = []
  }
  return [...byText.values()].flatMap(({ missing, found }) =>
    found.flatMap((series) => missing.map((range) => ({ ...series, ...range }))),
  )
}

function isSame(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((each, i) => each === other[i])
}
