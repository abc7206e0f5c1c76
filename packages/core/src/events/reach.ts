import { testEventType } from '@sluice/contract'
import type { Actor, KeyActor } from '../actor.ts'
import { filterMatches, filtersFor } from '../scopes/index.ts'

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

interface EventFacts {
  readonly type: string
  readonly resource: string
  readonly paths: readonly string[]
}

/** May somebody read what an event tells of? It is judged by the paths that the resource had then. */
export function reaches({ filters, keys }: Reach, { type, resource, paths }: EventFacts): boolean {
  if (type === testEventType) return true
  if (type.startsWith('key.') && !keys) return false
  return [resource, ...paths].some((path) => filters.some((one) => filterMatches(one, path)))
}
