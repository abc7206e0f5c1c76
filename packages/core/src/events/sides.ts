import { type ThingPlace, thingPath, thingPaths } from '../scopes/index.ts'

/**
 * A change tells of two states, and somebody may be allowed to read one of them alone: a thing moved into what they read,
 * or out of it. So either is judged by the paths that it had, and what is told lacks the other.
 */
export type Side = 'both' | 'now' | 'before'

/** What of an event tells which states it is of. */
export interface EventFacts {
  readonly type: string
  readonly resource: string
  readonly paths: readonly string[]
  readonly data: unknown
}

/** The paths of an event's two states; most events have one. */
export interface States {
  readonly now: readonly string[]
  readonly before: readonly string[]
}

interface Updated {
  readonly thing: ThingPlace
  readonly previous: Partial<ThingPlace>
}

/** Does an event tell of two states? */
export function isOfTwo({ type }: Pick<EventFacts, 'type'>): boolean {
  return type === 'thing.updated'
}

export function statesOf(event: EventFacts): States {
  if (isOfTwo(event)) {
    const { thing, previous } = event.data as Updated
    return { now: thingPaths(thing), before: thingPaths({ ...thing, ...previous }) }
  }
  const paths = [event.resource, ...event.paths]
  return { now: paths, before: paths }
}

/** The side that somebody sees, who sees some paths; undefined: none. */
export function sideSeen(
  { now, before }: States,
  sees: (path: string) => boolean,
): Side | undefined {
  const [isNow, isBefore] = [now.some(sees), before.some(sees)]
  if (isNow) return isBefore ? 'both' : 'now'
  return isBefore ? 'before' : undefined
}

/** What two of them leave together; undefined: nothing. */
export function meetSides(one: Side | undefined, other: Side | undefined): Side | undefined {
  if (one === 'both' || one === other) return other
  return other === 'both' ? one : undefined
}

/** An event's data without what a side does not tell. A thing's path is that of its type then. */
export function dataOf(event: Pick<EventFacts, 'type' | 'data'>, side: Side): object {
  const data = event.data as object
  if (side === 'both' || !isOfTwo(event)) return data
  const { thing, previous, ...rest } = data as Updated
  return side === 'now'
    ? { ...rest, thing }
    : { ...rest, resource: thingPath({ ...thing, ...previous }), previous }
}
