import { isoOf, microsOfIso } from '@sluice/runtime'
import type { Difference } from './cells.ts'
import { Table } from './tables.ts'

/**
 * What is wrong with the rows of a series, whatever is in them: their order, or too many in a page. Undefined where nothing is, or
 * the pages are not of a series.
 */
export function disorderOf(path: string, pages: readonly unknown[]): Difference | undefined {
  const query = new URLSearchParams(path.split('?')[1])
  const order = query.get('order') ?? 'asc'
  const limit = Number(query.get('limit') ?? Number.POSITIVE_INFINITY)
  let last: number | undefined
  for (const page of pages) {
    const times = timesOf(page)
    if (times.length > limit) return { name: 'rows', found: times.length, expected: limit }
    for (const time of times) {
      const t = microsOfIso(time)
      if (last !== undefined && (order === 'asc' ? t <= last : t >= last)) {
        return { name: `${time} row`, found: `after ${isoOf(last)}`, expected: order }
      }
      last = t
    }
  }
  return undefined
}

/** Of its rows; a table has one for each owner of a time, one after the other. */
function timesOf(page: unknown): readonly string[] {
  if (!(page instanceof Table)) {
    const { timestamps = [] } = page as { readonly timestamps?: readonly string[] }
    return timestamps
  }
  return page.owners ? page.times.filter((time, i) => time !== page.times[i - 1]) : page.times
}
