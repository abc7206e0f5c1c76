import type { Downsampling } from '@sluice/contract'
import { microsOfIso } from '@sluice/runtime'
import type { Range } from '../model/series.ts'
import type { Cell, Cells } from './cells.ts'

type Named = [name: string, value: Cell]

/**
 * What thinned out samples are to say, of `all` in a range: those that were kept, as they were sent, how many, and those without which
 * the shape is another.
 */
export function thinnedCells(
  all: Cells,
  kept: Iterable<string>,
  { method, range, points }: Thinned,
): Cells {
  const ascending = [...all]
  const needed =
    method === 'minmax'
      ? extremesOf(ascending, range, Math.floor(points / 2))
      : ascending.length > points
        ? [ascending.slice(0, 1), ascending.slice(-1)].flat()
        : ascending
  const own = [...kept].map((name): Named => [name, all.get(name) ?? null])
  const most = method === 'minmax' ? needed.length : Math.min(ascending.length, points)
  return new Map<string, Cell>([['count', all.size], ['points', most], ...needed, ...own])
}

interface Thinned {
  readonly method: Downsampling
  readonly range: Range
  readonly points: number
}

/** The first lowest and the first highest sample of each of so many equal spans. */
function extremesOf(ascending: readonly Named[], { from, to }: Range, spans: number): Named[] {
  const width = Math.ceil((to - from) / spans)
  const bySpan = Map.groupBy(ascending, ([name]) => Math.floor((timeOf(name) - from) / width))
  const kept = [...bySpan.values()].flatMap((own) => {
    const lowest = own.reduce((least, one) => (Number(one[1]) < Number(least[1]) ? one : least))
    const highest = own.reduce((most, one) => (Number(one[1]) > Number(most[1]) ? one : most))
    return [lowest, highest]
  })
  return [...new Map(kept)]
}

function timeOf(name: string): number {
  return microsOfIso(name.slice(0, name.indexOf(' ')))
}
