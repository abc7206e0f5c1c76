/** The members and items of a value that some schema has evaluated. */
export interface Seen {
  readonly names: Set<string>
  readonly items: Set<number>
}

export function newSeen(): Seen {
  return { names: new Set(), items: new Set() }
}

export function merge(from: Seen, into: Seen): void {
  for (const name of from.names) into.names.add(name)
  for (const item of from.items) into.items.add(item)
}
