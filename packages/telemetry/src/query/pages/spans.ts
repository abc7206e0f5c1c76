import { TooManyRows } from '../../too-many-rows.ts'
import type { Range } from '../plan/range.ts'

export type Order = 'asc' | 'desc'

/** The factor by which each span is wider than the one before, at most. */
export const GROWTH = 8
/**
 * The largest part of a span to try next after it held too much. The store counts whole granules in each part, so a
 * slightly narrower span may count as much.
 */
const MAX_RETRIED_PART = 1 / 2

/**
 * Reads a range span by span, so that a page of a long range costs what it answers, not what the range holds. The first
 * span is `first` wide. Each next one is wider by a factor, which is asked for once the last one was looked at, so that
 * sparse data is found in few steps, and a span that holds too much is narrowed. Numbers may be times or bucket numbers.
 *
 * Throws {@link TooManyRows} if a single position holds too much.
 */
export async function* readSpans<Found>(
  range: Range,
  {
    first,
    order,
    growth = () => GROWTH,
  }: { readonly first: number; readonly order: Order; readonly growth?: () => number },
  read: (span: Range) => Promise<Found>,
): AsyncGenerator<Found> {
  let { from, to } = range
  let width = first
  while (from < to) {
    const span =
      order === 'asc'
        ? { from, to: Math.min(from + width, to) }
        : { from: Math.max(to - width, from), to }
    try {
      yield await read(span)
    } catch (error) {
      width = narrower(span, error)
      continue
    }
    if (order === 'asc') from = span.to
    else to = span.from
    width = Math.floor(width * growth())
  }
}

/** The width to retry after a span held too much; rethrows other errors. */
export function narrower({ from, to }: Range, error: unknown): number {
  const width = to - from
  if (!(error instanceof TooManyRows) || width <= 1) throw error
  return Math.max(1, Math.floor(width * Math.min(error.share, MAX_RETRIED_PART)))
}
