import type { Thing } from '@sluice/contract'

export type FirstThing = Pick<Thing, 'id' | 'name' | 'thingTypeId' | 'lastSeenAt'>

/** By id, with numbers in their order. */
export function sorted(things: readonly FirstThing[]): FirstThing[] {
  return things.toSorted((a, b) => a.id.localeCompare(b.id, 'en', { numeric: true }))
}

/** The one that has sent, else the first. */
export function shownOf(things: readonly FirstThing[]): FirstThing | undefined {
  return things.find(({ lastSeenAt }) => lastSeenAt !== null) ?? sorted(things)[0]
}
