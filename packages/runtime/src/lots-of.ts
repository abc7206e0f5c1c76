/** Splits items into batches of this size, in order; the last has the rest. */
export function* lotsOf<Item>(items: Iterable<Item>, size: number): Generator<readonly Item[]> {
  let lot: Item[] = []
  for (const item of items) {
    if (lot.push(item) < size) continue
    yield lot
    lot = []
  }
  if (lot.length > 0) yield lot
}
