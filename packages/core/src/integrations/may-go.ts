import type { Event } from '../database/generated/client.ts'
import { reaches } from '../events/index.ts'
import type { SetRow } from './present.ts'

/** May a delivery go to the integration's URL? Only if whoever set that may read the event now. */
export function mayGo(
  { setter }: Pick<SetRow, 'setter'>,
  { event }: { readonly event: Pick<Event, 'type' | 'resource' | 'paths'> },
): boolean {
  return reaches(setter.reach, event)
}

/** Why a delivery is not made. */
export const OUT_OF_REACH = 'Whoever set the URL may not read this event: it is not sent there.'
