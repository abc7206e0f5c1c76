import { type Mapping, mappingFaults, mappingLimits } from '@sluice/contract'
import { invalidRequest } from '@sluice/runtime'
import type { Context } from '../context.ts'
import { requireConsistent } from '../resources/labels.ts'
import { requireRoom, roomFor } from '../resources/require-room.ts'

/** Throws `invalid-request` for a mapping that would be unusable after a patch. */
export function requireUsable(wanted: Mapping): void {
  requireConsistent(wanted.labels, mappingFaults(wanted))
}

/** Throws `invalid-request` if the thing type for new things does not exist. */
export async function requireThingType({ db, actor }: Context, id: string | null): Promise<void> {
  if (id === null) return
  const found = await db.thingType.findUnique({
    where: { organizationId_id: { organizationId: actor.organization.id, id } },
    select: { id: true },
  })
  if (found) return
  const detail = 'is not the id of a thing type'
  throw invalidRequest([{ pointer: '/body/createMissing', detail }])
}

/** The message for an organization that has reached the limit of mappings. */
export const NO_ROOM = `An organization may have ${mappingLimits.mappings} mappings. Delete one that is not used.`

/**
 * How many more mappings the organization may have. Must be called before defaults are locked, to avoid deadlocks: this
 * takes a lock, too.
 */
export function roomForMappings(ctx: Context): Promise<number> {
  return roomFor(ctx, boundOf(ctx))
}

/** Throws `conflict` if the organization has reached the limit of mappings. */
export function requireRoomForMapping(ctx: Context): Promise<void> {
  return requireRoom(ctx, { ...boundOf(ctx), detail: NO_ROOM })
}

function boundOf({ db, actor }: Context) {
  const where = { organizationId: actor.organization.id }
  return {
    ...{ kind: 'mappings', most: mappingLimits.mappings },
    count: () => db.mapping.count({ where }),
  }
}
