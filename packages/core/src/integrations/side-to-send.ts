import type { Delivery } from '../database/generated/client.ts'
import {
  type EventFacts,
  isOfTwo,
  meetSides,
  type Side,
  sideReached,
  sideSeen,
  statesOf,
} from '../events/index.ts'
import { filterMatches } from '../scopes/index.ts'
import type { SetRow } from './set-row.ts'

/**
 * Which side of a delivery may be sent to the integration's URL: the side recorded for it, as far as whoever set the
 * URL may read it now; undefined for none. If no side was recorded, as in the version before, the filter decides.
 */
export function sideToSend(
  { setter, resourceFilter }: Pick<SetRow, 'setter' | 'resourceFilter'>,
  { side, event }: Pick<Delivery, 'side'> & { readonly event: EventFacts },
): Side | undefined {
  const asked = isOfTwo(event)
    ? sideSeen(statesOf(event), (path) => filterMatches(resourceFilter, path))
    : 'both'
  return meetSides(side ?? asked, sideReached(setter.reach, event))
}

/** Why a delivery is not sent. */
export const OUT_OF_REACH = 'Whoever set the URL may not read this event: it is not sent there.'
