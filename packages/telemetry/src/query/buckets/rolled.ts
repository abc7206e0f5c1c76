import type { NativeBlock } from '@sluice/clickhouse'
import { getOrMake } from '@sluice/runtime'
import { DAY, HOUR } from '../../rollups/rules.ts'
import type { Range } from '../plan/range.ts'
import { ByLine } from './by-line.ts'
import { eachRow, type Rows, rowsIn } from './read-rows.ts'

/**
 * The answer of rollups: partials by bucket and line, in the requested order, and the hours of each series that they
 * cover.
 */
export interface Rolled {
  readonly parts: readonly Rows[]
  /** The same list object where many series have the same hours. */
  covered(thing: number, metric: number): readonly Range[]
}

/** A run of days with rollups, and the hour at which the rollup of the last day ends. */
type Run = [first: number, last: number, until: number]

const NONE: readonly Range[] = []

/**
 * Reads blocks whose first rows describe runs, as JSON in the last column. That column is empty in the rows of
 * partials.
 */
export function* openRolled(blocks: readonly NativeBlock[], hours: Range): Generator<void, Rolled> {
  const covered = new ByLine<readonly Range[]>()
  const parts: Rows[] = []
  // Most series have the same runs.
  const byText = new Map<string, readonly Range[]>()
  for (const part of rowsIn(blocks)) {
    const { end, things, metrics, others } = part
    const runs = others.at(-1) as readonly string[]
    const first = runs.indexOf('')
    const begin = first === -1 ? end : first
    yield* eachRow({ first: 0, end: begin }, (row) => {
      const text = runs[row] ?? ''
      const ranges = getOrMake(byText, text, () => rangesOf(JSON.parse(text) as Run[], hours))
      covered.set(things[row] ?? 0, metrics[row] ?? 0, ranges)
    })
    parts.push({ ...part, first: begin, others: others.slice(0, -1) })
  }
  return { parts, covered: (thing, metric) => covered.get(thing, metric) ?? NONE }
}

/** The parts of `hours` that runs cover. */
function rangesOf(runs: readonly Run[], hours: Range): Range[] {
  return runs.flatMap(([first, last, until]) => {
    const from = Math.max(hours.from, first * DAY)
    const to = Math.min(hours.to, last * DAY + until * HOUR)
    return from < to ? { from, to } : []
  })
}
