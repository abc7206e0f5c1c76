import { type Mapping, mappingFaults, mappingLimits } from '@sluice/contract'
import { invalidRequest, Problem } from '@sluice/runtime'
import type { Context } from '../context.ts'
import { requireFewLabels } from '../resources/labels.ts'

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
export async function requireRoom({ db, actor }: Context): Promise<void> {
  const { mappings } = mappingLimits
  const count = await db.mapping.count({ where: { organizationId: actor.organization.id } })
  if (count < mappings) return
  const detail = `An organization may have ${mappings} mappings. Delete one that is not used.`
  throw new Problem('conflict', { detail })
}
