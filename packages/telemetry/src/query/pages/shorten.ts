import { atOnce, inSlices, Pace } from '@sluice/runtime'
import { tooLarge } from '../../answer-bytes.ts'
import { CELLS_PER_YIELD, type Values } from '../buckets/table.ts'
import { bytesOfValue } from '../response-bytes.ts'
import type { Page } from './page.ts'

interface Shortened {
  readonly page: Page
  readonly bytes: number
}

/**
 * The first positions of a page, with at most so many bytes; the next page begins after them. To be called once gaps are
 * filled, which may repeat a long text ten thousand times. Throws `TooManyBytes` if the first position has more.
 */
export function* shorten(page: Page, most: number): Generator<void, Shortened> {
  const { positions, times, values } = page
  const sizes = yield* sizesOf(values, positions.length)
  let [end, bytes] = [0, 0]
  for (; end < positions.length; end += 1) {
    const size = sizes[end] ?? 0
    if (bytes + size > most) break
    bytes += size
  }
  if (end === positions.length) return { page, bytes }
  if (end === 0) throw tooLarge(most)
  const cut = {
    positions: positions.slice(0, end),
    ...(times && { times: times.slice(0, end) }),
    values: values.map((column) => column.slice(0, end)),
    next: positions[end],
  }
  return { page: cut, bytes }
}

/** Runs work over some cells: at once if they are few, so that a small query does not wait for others' long work. */
export function overCells<Result>(
  cells: number,
  work: Generator<void, Result>,
): Result | Promise<Result> {
  return cells <= CELLS_PER_YIELD ? atOnce(work) : inSlices(work)
}

/** The bytes at each position. */
export function* sizesOf(
  columns: Iterable<Readonly<Values>>,
  positions: number,
): Generator<void, Float64Array> {
  const sizes = new Float64Array(positions)
  const pace = new Pace(CELLS_PER_YIELD)
  for (const values of columns) {
    if (pace.isOver(positions)) yield
    for (let at = 0; at < positions; at += 1)
      sizes[at] = (sizes[at] ?? 0) + bytesOfValue(values[at])
  }
  return sizes
}
