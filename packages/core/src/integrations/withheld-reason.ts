import type { EventType } from '@sluice/contract'
import { Problem } from '@sluice/runtime'
import { filterContains } from '../scopes/index.ts'
import { resourcesOf } from './resources-of.ts'
import type { SetRow } from './set-row.ts'

type Held = Pick<SetRow, 'setter' | 'urlKeyId' | 'eventTypes' | 'resourceFilter'>

const TAKE_OVER = 'To take the integration over, set its URL.'

/** Why some or all events are not sent to an integration's URL; null if they are. */
export function withheldReason(row: Held, now: Date): string | null {
  const end = endOf(row, now)
  if (end !== undefined) return end
  return readsAll(row)
    ? null
    : `Whoever set the URL may no longer read all of these events. ${TAKE_OVER}`
}

/**
 * Throws `conflict` if nothing more may be sent: the integration is disabled, its URL was set by a key that is no
 * longer active or a person who may no longer set it, or it has too many pending deliveries.
 */
export function requireDelivering(
  row: Held & Pick<SetRow, 'enabled' | 'droppingSince'>,
  now: Date,
): void {
  if (!row.enabled) {
    throw new Problem('conflict', { detail: 'The integration is disabled. Enable it first.' })
  }
  const end = endOf(row, now)
  if (end !== undefined) throw new Problem('conflict', { detail: end })
  if (row.droppingSince) {
    const detail =
      'Too many deliveries are pending for the receiver. Try again once half of them are done.'
    throw new Problem('conflict', { detail })
  }
}

function endOf({ setter, urlKeyId }: Held, now: Date): string | undefined {
  const end = setter.endBy(now)
  const who = urlKeyId === null ? 'The person who' : `The key ${urlKeyId}, which`
  const set = urlKeyId === null ? 'set the URL' : 'set the URL,'
  return end && `${who} ${set} ${end}: no events are sent. ${TAKE_OVER}`
}

function readsAll({ setter: { reach }, eventTypes, resourceFilter }: Held): boolean {
  return (eventTypes as EventType[]).every((type) => {
    if (type.startsWith('key.') && !reach.keys) return false
    return resourcesOf(type, resourceFilter).every((resources) =>
      reach.filters.some((filter) => filterContains(filter, resources)),
    )
  })
}
