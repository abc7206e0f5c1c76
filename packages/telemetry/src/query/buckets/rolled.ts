import type { NativeBlock } from '@sluice/clickhouse'
import { getOrMake } from '@sluice/runtime'
import { DAY, HOUR } from '../../rollups/rules.ts'
import type { Range } from '../plan/range.ts'
import { ByLine } from './by-line.ts'
import { eachRow, type Rows, rowsIn } from './read-rows.ts'

/** What rollups answer: partials by bucket and line, in the order that was requested, and which hours of each series they are of. */
export interface Rolled {
  readonly parts: readonly Rows[]
  /** The same list where many series have the same hours. */
  covered(thing: number, metric: number): readonly Range[]
}

/** Runs of days that a series has rollups of, and the hour up to which the last of them is. */
type Run = [first: number, last: number, until: number]

const NONE: readonly Range[] = []

/**
 * Reads blocks in which rows that tell of runs, as JSON in the last column, come before those of partials, where it is empty.
 *
 */
export function* openRolled(blocks: readonly NativeBlock[], hours: Range): Generator<void, Rolled> {
  const covered = new ByLine<readonly Range[]>()
  const parts: Rows[] = []
  // Most series have been rolled up alike.
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

/** What runs cover of some hours. */
function rangesOf(runs: readonly Run[], hours: Range): Range[] {
  return runs.flatMap(([first, last, until]) => {
    const from = Math.max(hours.from, first * DAY)
    const to = Math.min(hours.to, last * DAY + until * HOUR)
    return from < to ? { from, to } : []
  })
}
