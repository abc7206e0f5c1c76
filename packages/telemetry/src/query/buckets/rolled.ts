import type { NativeBlock } from '@sluice/clickhouse'
import { DAY, HOUR } from '../../rollups/rules.ts'
import type { Range } from '../plan/range.ts'
import { ByLine } from './by-line.ts'
import { type Rows, rowsIn } from './read-rows.ts'

/** What rollups answer: partials by bucket and line, in the order that was requested, and which hours of each series they are of. */
export interface Rolled {
  readonly parts: readonly Rows[]
  covered(thing: number, metric: number): readonly Range[]
}

/** Runs of days that a series has rollups of, and the hour up to which the last of them is. */
type Run = [first: number, last: number, until: number]

/** Reads blocks in which rows that tell of runs, as JSON in the last column, come before those of partials, where it is empty. */
export function openRolled(blocks: readonly NativeBlock[], hours: Range): Rolled {
  const covered = new ByLine<Range[]>()
  const parts = rowsIn(blocks).map((part) => {
    const { end, things, metrics, others } = part
    const runs = others.at(-1) as readonly string[]
    const first = runs.indexOf('')
    const begin = first === -1 ? end : first
    for (const [row, text] of runs.slice(0, begin).entries()) {
      const ranges = rangesOf(JSON.parse(text) as Run[], hours)
      covered.getOrMake(things[row] ?? 0, metrics[row] ?? 0, () => ranges)
    }
    return { ...part, first: begin, others: others.slice(0, -1) }
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
