import { inSlices, mapInSlices } from '@sluice/runtime'
import { spread, union as unionOf } from '../buckets/union.ts'
import type { Page } from './page.ts'
import type { Order } from './spans.ts'

interface TimedPage {
  readonly page: Page
  /** The times of its positions, in epoch microseconds. */
  readonly times: ArrayLike<number>
}

/** The pages of several groups merged into one. */
interface GroupPage {
  readonly times: ArrayLike<number>
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
  const [first, second] = pages
  if (first && !second) {
    return { times: first.times, next: first.page.next, values: [first.page.values] }
  }
  const union = await inSlices(
    unionOf(
      pages.map(({ page }) => page.positions),
      order,
      limit + 1,
    ),
  )
  const ahead = order === 'asc' ? 1 : -1
  const [end] = pages.flatMap(({ page }) => page.next ?? []).sort((a, b) => ahead * (a - b))
  const known = end === undefined ? union : union.filter((one) => ahead * (end - one) > 0)
  const positions = known.slice(0, limit)
  return {
    times: await inSlices(timesOf(positions, pages)),
    next: known[limit] ?? end,
    values: await mapInSlices(pages, ({ page }) =>
      page.values.map((values) => spread(page.positions, values, positions)),
    ),
  }
}

function* timesOf(axis: readonly number[], pages: readonly TimedPage[]): Generator<void, number[]> {
  let found = axis.map(() => 0)
  for (const { page, times } of pages) {
    yield
    const own = spread(page.positions, times, axis)
    found = found.map((time, at) => own[at] ?? time)
  }
  return found
}
