/** The members and items of a value that some schema has evaluated. */
export interface Seen {
  names: Set<string>
  items: Set<number>
}

export function newSeen(): Seen {
  return { names: new Set(), items: new Set() }
}

/** Adds one to another, and returns how many entries it copied: those of the smaller sets. `from` is then unusable. */
export function merge(from: Seen, into: Seen): number {
  const [names, fewerNames] = bySize(from.names, into.names)
  const [items, fewerItems] = bySize(from.items, into.items)
  for (const name of fewerNames) names.add(name)
  for (const item of fewerItems) items.add(item)
  into.names = names
  into.items = items
  return fewerNames.size + fewerItems.size
}

function bySize<Entry>(
  one: Set<Entry>,
  other: Set<Entry>,
): [larger: Set<Entry>, smaller: Set<Entry>] {
  return one.size > other.size ? [one, other] : [other, one]
}
