import { type Mapping, mappingFaults, mappingLimits } from '@sluice/contract'
import { invalidRequest } from '@sluice/runtime'
import type { Context } from '../context.ts'
import { requireFewLabels } from '../resources/labels.ts'
import { requireRoom } from '../resources/require-room.ts'

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

/** How many more mappings the organization may have. */
export async function roomForMappings(ctx: Context): Promise<number> {
  return Math.max(0, mappingLimits.mappings - (await countMappings(ctx)))
}

/** Throws `conflict` where the organization has all the mappings that it may have. */
export async function requireRoomForMapping(ctx: Context): Promise<void> {
  const { mappings: most } = mappingLimits
  await requireRoom(ctx, {
    ...{ kind: 'mappings', most, count: () => countMappings(ctx) },
    detail: NO_ROOM,
  })
}

function countMappings({ db, actor }: Context): Promise<number> {
  return db.mapping.count({ where: { organizationId: actor.organization.id } })
}
