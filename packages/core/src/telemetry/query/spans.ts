import type { Range } from './range.ts'

export type Order = 'asc' | 'desc'

/** How much wider each span is than the one before. */
const GROWTH = 8

/**
 * Cuts a range into spans to be read one after the other until a page is full, so that a page of a long range
 * costs what it answers, not what the range holds. The first span is `first` wide; each next one is wider, so
 * that sparse data is found in few steps. Numbers may be times or bucket numbers.
 */
export function* spans({ from, to }: Range, first: number, order: Order): Generator<Range> {
  let width = first
  let [low, high] = [from, to]
  while (low < high) {
    const cut = order === 'asc' ? Math.min(low + width, high) : Math.max(high - width, low)
    yield order === 'asc' ? { from: low, to: cut } : { from: cut, to: high }
    if (order === 'asc') low = cut
    else high = cut
    width *= GROWTH
  }
}
