import { callLimits, type Fault, labelLimit } from '@sluice/contract'
import { extraDigits, invalidRequest } from '@sluice/runtime'
import type { Context } from '../context.ts'
import { attributeFaults } from '../definitions/index.ts'
import { findAmong } from '../lists/index.ts'
import { fleetPath, requireScope, sitePath } from '../scopes/index.ts'
import { judgesAttributes, keepJudges } from './judged.ts'

interface References {
  readonly labels: Record<string, string>
  readonly thingTypeId: string
  readonly siteId: string | null
  readonly fleetIds: readonly string[]
  readonly attributes: Record<string, unknown>
}

interface Type {
  readonly attributesSchema: unknown
}

/** The resources that things refer to and that exist. */
export interface Referred {
  readonly types: ReadonlyMap<string, Type>
  readonly sites: ReadonlySet<string>
  readonly fleets: ReadonlySet<string>
}

/** Throws `invalid-request` with all {@link referenceFaults} of a thing. */
export async function checkReferences(
  ctx: Context,
  thing: References,
  before?: References,
): Promise<void> {
  await keepJudges(ctx, [{ before, wanted: thing }])
  const faults = referenceFaults(await loadReferred(ctx, [thing]), thing, '/body', before)
  if (faults.length > 0) throw invalidRequest(faults)
}

/**
 * Reads what any number of things refer to, with statements for each kind that occurs. Before checking anything by it,
 * call `keepJudges`.
 */
export async function loadReferred(
  { db, actor }: Context,
  things: readonly Pick<References, 'thingTypeId' | 'siteId' | 'fleetIds'>[],
): Promise<Referred> {
  const among = (ids: string[]) => ({ organizationId: actor.organization.id, id: { in: ids } })
  const typeIds = new Set(things.map(({ thingTypeId }) => thingTypeId))
  const siteIds = new Set(things.flatMap(({ siteId }) => siteId ?? []))
  const fleetIds = new Set(things.flatMap(({ fleetIds }) => fleetIds))
  const select = { id: true }
  const [types, sites, fleets] = await Promise.all([
    findAmong('thing types', typeIds, (ids) =>
      db.thingType.findMany({ where: among(ids), select: { id: true, attributesSchema: true } }),
    ),
    findAmong('ids', siteIds, (ids) => db.site.findMany({ where: among(ids), select })),
    findAmong('ids', fleetIds, (ids) => db.fleet.findMany({ where: among(ids), select })),
  ])
  return {
    types: new Map(types.map((type) => [type.id, type])),
    sites: new Set(sites.map(({ id }) => id)),
    fleets: new Set(fleets.map(({ id }) => id)),
  }
}

/**
 * Rules that no schema can check, because a patch may break them: the thing's type, site and fleets exist, its
 * attributes are short enough and fit the type's JSON Schema, and it has not too many labels. Pointers are below `at`.
 * Attributes unchanged from `before`, under the same type, are not checked again.
 */
export function referenceFaults(
  referred: Referred,
  thing: References,
  at: string,
  before?: References,
): Fault[] {
  const faults: Fault[] = []
  const type = referred.types.get(thing.thingTypeId)
  if (!type) faults.push({ pointer: `${at}/thingTypeId`, detail: 'is not the id of a thing type' })
  else if (judgesAttributes(before, thing)) {
    faults.push(...faultsOfAttributes(type, thing.attributes, `${at}/attributes`))
  }
  if (thing.siteId !== null && !referred.sites.has(thing.siteId)) {
    faults.push({ pointer: `${at}/siteId`, detail: 'is not the id of a site' })
  }
  for (const [i, fleetId] of thing.fleetIds.entries()) {
    if (referred.fleets.has(fleetId)) continue
    faults.push({ pointer: `${at}/fleetIds/${i}`, detail: 'is not the id of a fleet' })
  }
  if (Object.keys(thing.labels).length > labelLimit) {
    faults.push({
      pointer: `${at}/labels`,
      detail: `would exceed the limit of ${labelLimit} labels`,
    })
  }
  return faults
}

function faultsOfAttributes(type: Type, attributes: References['attributes'], at: string): Fault[] {
  const most = callLimits.attributes
  if (JSON.stringify(attributes).length + extraDigits(attributes, most) <= most) {
    return attributeFaults(type, attributes, at)
  }
  const detail = `would exceed the limit of ${most} characters as JSON, with all numbers written in full`
  return [{ pointer: at, detail }]
}

/** Membership grants access: adding a thing to a site or fleet also needs `write` on that. */
export function requirePlacement(
  ctx: Context,
  { siteId, fleetIds }: Pick<References, 'siteId' | 'fleetIds'>,
): void {
  if (siteId !== null) requireScope(ctx, 'write', [sitePath(siteId)])
  for (const fleetId of fleetIds) requireScope(ctx, 'write', [fleetPath(fleetId)])
}
