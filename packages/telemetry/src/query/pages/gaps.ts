import { without } from '../axis/range-parts.ts'
import type { Range } from '../plan/range.ts'

/** Pairs of a thing and a metric in a range that rollups do not cover. */
export interface Gap extends Range {
  readonly things: readonly number[]
  readonly metrics: readonly number[]
}

/** Statements of more gaps, or of gaps of more things, would cost more to read than the samples. */
const MOST_GAPS = 100
const MOST_THINGS = 20_000

/**
 * What is left of a span of all pairs of things and metrics, in few gaps: pairs that lack the same have one in common.
 * Undefined where there would be too many.
 *
 * @param covered ranges inside the span, ascending and apart
 */
export function gapsOf(
  { things, metrics, span }: { things: readonly number[]; metrics: readonly number[]; span: Range },
  covered: (thing: number, metric: number) => readonly Range[],
): Gap[] | undefined {
  const shapes = new Map<string, Range[]>()
  const shapeOf = (thing: number, metric: number) => {
    const missing = without(span, covered(thing, metric))
    const shape = missing.map(({ from, to }) => `${from} ${to}`).join()
    shapes.set(shape, missing)
    return shape
  }
  const gaps = metrics.flatMap((metric) => {
    const byShape = Map.groupBy(things, (thing) => shapeOf(thing, metric))
    return [...byShape].map(([shape, some]) => ({ metric, shape, things: some }))
  })
  const alike = Map.groupBy(gaps, ({ shape, things }) => `${shape} of ${things.join()}`)
  const found = [...alike.values()].flatMap((group) => {
    const [{ shape, things } = { shape: '', things: [] }] = group
    const shared = { things, metrics: group.map(({ metric }) => metric) }
    return (shapes.get(shape) ?? []).map((range) => ({ ...shared, ...range }))
  })
  const named = found.reduce((sum, gap) => sum + gap.things.length, 0)
  return found.length > MOST_GAPS || named > MOST_THINGS ? undefined : found
}
