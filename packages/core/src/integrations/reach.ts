import { testEventType } from '@sluice/contract'
import type { Actor } from '../actor.ts'
import type { Delivery, Event, Integration } from '../database/generated/client.ts'
import { filterMatches, filtersFor } from '../scopes/index.ts'

/** What somebody may read, as far as events can tell of it. */
export interface Reach {
  readonly filters: readonly string[]
  /** Only Admin keys are let at keys, whatever an External one's scopes. */
  readonly keys: boolean
}

type EventFacts = Pick<Event, 'type' | 'resource' | 'paths'>

export function reachOf(actor: Actor): Reach {
  return {
    filters: filtersFor(actor.scopes, 'read'),
    keys: actor.type !== 'key' || actor.keyType === 'Admin',
  }
}

/** May somebody read what an event tells of? It is judged by the paths that the resource had then. */
export function reaches({ filters, keys }: Reach, { type, resource, paths }: EventFacts): boolean {
  if (type === testEventType) return true
  if (type.startsWith('key.') && !keys) return false
  return [resource, ...paths].some((path) => filters.some((one) => filterMatches(one, path)))
}

/**
 * May a delivery go to the integration's URL as it is now? One that was made for an earlier URL only if whoever
 * set the present one could read the event.
 */
export function mayGo(
  { urlVersion, urlReach }: Pick<Integration, 'urlVersion' | 'urlReach'>,
  delivery: Pick<Delivery, 'urlVersion'> & { readonly event: EventFacts },
): boolean {
  if (delivery.urlVersion >= urlVersion) return true
  return urlReach !== null && reaches(urlReach as unknown as Reach, delivery.event)
}

/** Why a delivery is not made. */
export const OUT_OF_REACH =
  'The URL was changed since, by a caller who may not read this event: it is not sent there.'
