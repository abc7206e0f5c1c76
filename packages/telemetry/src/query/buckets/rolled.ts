import type { NativeBlock, NativeColumn } from '@sluice/clickhouse'
import { DAY, HOUR } from '../../rollups/rules.ts'
import type { Range } from '../plan/range.ts'
import { ByLine } from './by-line.ts'

/** What rollups answer: partials by bucket and line, in the order that was requested, and which hours of each series they are of. */
export interface Rolled {
  readonly parts: readonly RolledPart[]
  covered(thing: number, metric: number): readonly Range[]
}

/** Some rows of the answer, by column; those that count are from `first` to before `end`. */
export interface RolledPart {
  readonly first: number
  readonly end: number
  readonly buckets: Float64Array
  readonly things: Float64Array
  readonly metrics: Float64Array
  readonly partials: readonly NativeColumn[]
}

/** Runs of days that a series has rollups of, and the hour up to which the last of them is. */
type Run = [first: number, last: number, until: number]

type Columns = readonly [
  ...[buckets: Float64Array, things: Float64Array, metrics: Float64Array],
  ...NativeColumn[],
]

/** Reads blocks in which rows that tell of runs, as JSON in the last column, come before those of partials, where it is empty. */
export function openRolled(blocks: readonly NativeBlock[], hours: Range): Rolled {
  const covered = new ByLine<Range[]>()
  const parts = blocks.map(({ rows, columns }) => {
    const [buckets, things, metrics, ...partials] = columns as Columns
    const runs = partials.pop() as readonly string[]
    const first = runs.indexOf('')
    const end = first === -1 ? rows : first
    for (const [row, text] of runs.slice(0, end).entries()) {
      const ranges = rangesOf(JSON.parse(text) as Run[], hours)
      covered.getOrMake(things[row] ?? 0, metrics[row] ?? 0, () => ranges)
    }
    return { first: end, end: rows, buckets, things, metrics, partials }
  })
  return { parts, covered: (thing, metric) => covered.get(thing, metric) ?? [] }
}

/** What runs cover of some hours. */
function rangesOf(runs: readonly Run[], hours: Range): Range[] {
  return runs.flatMap(([first, last, until]) => {
    const from = Math.max(hours.from, first * DAY)
    const to = Math.min(hours.to, last * DAY + until * HOUR)
    return from < to ? { from, to } : []
  })
}
