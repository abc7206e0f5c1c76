import { testEventType } from '@sluice/contract'
import type { Actor, KeyActor } from '../actor.ts'
import { filterMatches, filtersFor } from '../scopes/index.ts'
import { type EventFacts, type Side, sideSeen, statesOf } from './sides.ts'

/** What somebody may read, as far as events can tell of it. */
export interface Reach {
  readonly filters: readonly string[]
  /** Only Admin keys are let at keys, whatever an External one's scopes. */
  readonly keys: boolean
}

/** The reach of people who may set a URL. */
export const everything: Reach = { filters: ['#'], keys: true }

type Reader = Exclude<Actor, KeyActor> | Pick<KeyActor, 'type' | 'keyType' | 'scopes'>

export function reachOf(reader: Reader): Reach {
  return {
    filters: filtersFor(reader.scopes, 'read'),
    keys: reader.type !== 'key' || reader.keyType === 'Admin',
  }
}

/** May somebody read whatever an event can tell of? */
export function reachesAll({ filters, keys }: Reach): boolean {
  return keys && filters.includes('#')
}

/** The side of an event that somebody may read, by the paths that its resource had; undefined: none. */
export function sideReached(reach: Reach, event: EventFacts): Side | undefined {
  if (event.type === testEventType || reachesAll(reach)) return 'both'
  if (event.type.startsWith('key.') && !reach.keys) return undefined
  return sideSeen(statesOf(event), (path) => reach.filters.some((one) => filterMatches(one, path)))
}
