import type { EventType } from '@sluice/contract'
import { mapInSlices } from '@sluice/runtime'
import type { Transaction } from '../database/client.ts'
import type { EventDraft } from '../events/index.ts'
import { thingPath, thingPaths } from '../scopes/index.ts'
import { placeOf, presentThing, thingsAmong } from '../things/index.ts'

/** An event for each of an organization's things; those deleted meanwhile have none. */
export async function thingEvents(
  db: Transaction,
  organizationId: string,
  ids: readonly string[],
  type: EventType,
  occurredAt: Date,
): Promise<EventDraft[]> {
  const rows = await thingsAmong(db, organizationId, [...ids].sort())
  return mapInSlices(rows, (row) => {
    const paths = thingPaths(placeOf(row))
    const resource = thingPath(row)
    const data = { resource, thing: presentThing(row) }
    return { organizationId, type, resource, paths, occurredAt, data }
  })
}
