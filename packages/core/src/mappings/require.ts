import { type Mapping, mappingFaults, mappingLimits } from '@sluice/contract'
import { invalidRequest } from '@sluice/runtime'
import type { Context } from '../context.ts'
import { requireFewLabels } from '../resources/labels.ts'
import { requireRoom, roomFor } from '../resources/require-room.ts'

/** Throws `invalid-request` for a mapping that a patch would leave unusable. */
export function requireUsable(wanted: Mapping): void {
  requireFewLabels(wanted.labels)
  const faults = mappingFaults(wanted)
  if (faults.length === 0) return
  throw invalidRequest(
    faults.map(({ field, message }) => ({ pointer: `/body/${field}`, detail: message })),
  )
}

/** Throws `invalid-request` where there is no thing type to create things with. */
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

/** What is said to an organization that has all the mappings that it may have. */
export const NO_ROOM = `An organization may have ${mappingLimits.mappings} mappings. Delete one that is not used.`

/**
 * How many more mappings the organization may have. Asked before defaults are locked, by whoever makes some: of two calls that lock
 * both in different orders, each would wait for the other.
 */
export function roomForMappings(ctx: Context): Promise<number> {
  return roomFor(ctx, boundOf(ctx))
}

/** Throws `conflict` where the organization has all the mappings that it may have. */
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
