/** Items between two yields: sorting or merging them takes about a millisecond. */
const ITEMS_PER_YIELD = 4096

/** A stable sort like `toSorted`, yielding now and then. */
export function* sorted<Item>(
  items: readonly Item[],
  compare: (one: Item, other: Item) => number,
): Generator<void, Item[]> {
  let runs: Item[][] = []
  for (let at = 0; at < items.length; at += ITEMS_PER_YIELD) {
    if (at > 0) yield
    runs.push(items.slice(at, at + ITEMS_PER_YIELD).sort(compare))
  }
  while (runs.length > 1) {
    const merged: Item[][] = []
    for (let i = 0; i < runs.length; i += 2) {
      merged.push(yield* mergedOf(runs[i] ?? [], runs[i + 1] ?? [], compare))
    }
    runs = merged
  }
  return runs[0] ?? []
}

function* mergedOf<Item>(
  one: readonly Item[],
  other: readonly Item[],
  compare: (one: Item, other: Item) => number,
): Generator<void, Item[]> {
  const merged: Item[] = []
  let [i, j] = [0, 0]
  while (i < one.length || j < other.length) {
    if (merged.length % ITEMS_PER_YIELD === 0) yield
    const isFirst =
      j === other.length || (i < one.length && compare(one[i] as Item, other[j] as Item) <= 0)
    merged.push((isFirst ? one[i++] : other[j++]) as Item)
  }
  return merged
}
