/** Which members and items of a value some schema has looked at. */
export interface Seen {
  readonly names: Set<string>
  readonly items: Set<number>
}

/** Nothing seen so far. */
export function newSeen(): Seen {
  return { names: new Set(), items: new Set() }
}

/** Adds what another schema has looked at. */
export function merge(from: Seen, into: Seen): void {
  for (const name of from.names) into.names.add(name)
  for (const item of from.items) into.items.add(item)
}
