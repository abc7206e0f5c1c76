/** A list in lots of so many, in its order; the last has the rest. */
export function* lotsOf<Item>(items: readonly Item[], size: number): Generator<readonly Item[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size)
}
