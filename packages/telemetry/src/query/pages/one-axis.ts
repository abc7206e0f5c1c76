import { inSlices, mapInSlices } from '@sluice/runtime'
import { spread } from '../buckets/table.ts'
import type { Page } from './page.ts'
import type { Order } from './spans.ts'

interface TimedPage {
  readonly page: Page
  /** The times of its positions, in epoch microseconds. */
  readonly times: ArrayLike<number>
}

/** The pages of several groups merged into one. */
interface GroupPage {
  readonly times: readonly number[]
  readonly next: number | undefined
  /** In the order of the pages. */
  readonly values: readonly Page['values'][]
}

/**
 * Lays out pages with the same start, of up to `limit` positions each, on the union of their positions. If one of them
 * ends with more to come, the result ends there, too: positions after it would lack that page's values.
 */
export async function onOneAxis(
  pages: readonly TimedPage[],
  { order, limit }: { readonly order: Order; readonly limit: number },
): Promise<GroupPage> {
  const ahead = order === 'asc' ? 1 : -1
  const timeOf = await inSlices(timesOf(pages))
  const ends = pages.flatMap(({ page }) => page.next ?? [])
  const sorted = (list: number[]) => list.sort((a, b) => ahead * (a - b))
  const [end] = sorted(ends)
  const whole = sorted([...timeOf.keys()])
  const known = end === undefined ? whole : whole.filter((one) => ahead * (end - one) > 0)
  const positions = known.slice(0, limit)
  const places = new Map(positions.map((position, i) => [position, i]))
  return {
    times: positions.map((position) => timeOf.get(position) ?? 0),
    next: known[limit] ?? end,
    values: await mapInSlices(pages, ({ page }) =>
      page.values.map((values) => spread(page.positions, values, places)),
    ),
  }
}

/** By position. */
function* timesOf(pages: readonly TimedPage[]): Generator<void, Map<number, number>> {
  const found = new Map<number, number>()
  for (const { page, times } of pages) {
    yield
    for (const [i, position] of page.positions.entries()) found.set(position, times[i] ?? 0)
  }
  return found
}
