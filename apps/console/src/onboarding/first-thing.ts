import type { Thing } from '@sluice/contract'

export type FirstThing = Pick<Thing, 'id' | 'name' | 'thingTypeId' | 'lastSeenAt'>

/** Sorted by id, with numbers in numeric order. */
export function sorted(things: readonly FirstThing[]): FirstThing[] {
  return things.toSorted((a, b) => a.id.localeCompare(b.id, 'en', { numeric: true }))
}

/** The thing that has sent data, or else the first one. */
export function shownOf(things: readonly FirstThing[]): FirstThing | undefined {
  return things.find(({ lastSeenAt }) => lastSeenAt !== null) ?? sorted(things)[0]
}
