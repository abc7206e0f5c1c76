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

/** Throws `conflict` where the organization has all the mappings that it may have. */
export function requireRoomForMapping(ctx: Context): Promise<void> {
  const { mappings: most } = mappingLimits
  const where = { organizationId: ctx.actor.organization.id }
  return requireRoom(ctx, {
    ...{ kind: 'mappings', most, count: () => ctx.db.mapping.count({ where }) },
    detail: `An organization may have ${most} mappings. Delete one that is not used.`,
  })
}
