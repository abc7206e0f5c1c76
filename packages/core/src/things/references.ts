import { type Fault, labelLimit } from '@sluice/contract'
import type { Context } from '../context.ts'
import { attributeFaults } from '../definitions/index.ts'
import { invalidRequest } from '../problem.ts'
import { fleetPath, requireScope, sitePath } from '../scopes/index.ts'

interface References {
  readonly labels: Record<string, string>
  readonly thingTypeId: string
  readonly siteId: string | null
  readonly fleetIds: readonly string[]
  readonly attributes: Record<string, unknown>
}

/**
 * Checks what no schema of a call can see, because a patch may bring it about: the thing's type, site and fleets exist,
 * its attributes fit the type's JSON Schema, and its labels are not too many. Throws `invalid-request` with every fault.
 */
export async function checkReferences(ctx: Context, thing: References): Promise<void> {
  const organizationId = ctx.actor.organization.id
  const [type, site, fleets] = await Promise.all([
    ctx.db.thingType.findUnique({
      where: { organizationId_id: { organizationId, id: thing.thingTypeId } },
    }),
    thing.siteId === null ? null : findSite(ctx, thing.siteId),
    findFleets(ctx, thing.fleetIds),
  ])
  const faults: Fault[] = []
  if (!type) faults.push({ pointer: '/body/thingTypeId', detail: 'names no thing type' })
  else faults.push(...attributeFaults(type, thing.attributes, '/body/attributes'))
  if (thing.siteId !== null && !site) {
    faults.push({ pointer: '/body/siteId', detail: 'names no site' })
  }
  for (const [i, fleetId] of thing.fleetIds.entries()) {
    if (fleets.has(fleetId)) continue
    faults.push({ pointer: `/body/fleetIds/${i}`, detail: 'names no fleet' })
  }
  if (Object.keys(thing.labels).length > labelLimit) {
    faults.push({ pointer: '/body/labels', detail: `would be more than ${labelLimit}` })
  }
  if (faults.length > 0) throw invalidRequest(faults)
}

/** Membership grants access: putting a thing into a site or a fleet needs `write` on that too. */
export function requirePlacement(
  ctx: Context,
  { siteId, fleetIds }: Pick<References, 'siteId' | 'fleetIds'>,
): void {
  if (siteId !== null) requireScope(ctx, 'write', [sitePath(siteId)])
  for (const fleetId of fleetIds) requireScope(ctx, 'write', [fleetPath(fleetId)])
}

async function findFleets(ctx: Context, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await ctx.db.fleet.findMany({
    where: { organizationId: ctx.actor.organization.id, id: { in: [...ids] } },
    select: { id: true },
  })
  return new Set(rows.map(({ id }) => id))
}

function findSite(ctx: Context, id: string) {
  return ctx.db.site.findUnique({
    where: { organizationId_id: { organizationId: ctx.actor.organization.id, id } },
    select: { id: true },
  })
}
