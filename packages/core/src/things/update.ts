import type { Input, Output } from '@sluice/contract'
import { recordChange } from '../audit/index.ts'
import type { Context } from '../context.ts'
import { Prisma } from '../database/generated/client.ts'
import { requireMatch } from '../resources/preconditions.ts'
import { requireScope, thingPath, thingPaths } from '../scopes/index.ts'
import { fieldsThatChange } from './batch/plan.ts'
import { findThing } from './find.ts'
import { seenThing } from './freshness/seen.ts'
import { placesJoined } from './judged.ts'
import { patched } from './patched.ts'
import { presentThing, withFleets } from './present.ts'
import { checkReferences, requirePlacement } from './references.ts'
import { toldPath } from './told-path.ts'

/**
 * JSON merge patch. The resulting thing is authorized and checked like a new one, except for what does not change.
 * Naming the type or the attributes needs `read` on the thing.
 */
export async function updateThing(
  ctx: Context,
  { params, body }: Input<'things.update'>,
): Promise<Output<'things.update'>> {
  const row = await findThing(ctx, params.thingId)
  const before = presentThing(row)
  requireMatch(ctx, before.etag)
  const wanted = patched(before, body)
  requireScope(ctx, 'write', thingPaths(wanted), toldPath(ctx, before))
  requirePlacement(ctx, placesJoined(ctx, before, wanted, body))
  await checkReferences(ctx, wanted, before)
  if (fieldsThatChange(before, wanted).length === 0) return seenThing(ctx, row)
  const { name, description, labels, thingTypeId, siteId, status, location, attributes } = wanted
  const updated = await ctx.db.thing.update({
    where: {
      organizationId_id: { organizationId: row.organizationId, id: row.id },
      version: row.version,
    },
    data: {
      ...{ name, description, labels, thingTypeId, siteId, status },
      location: location ?? Prisma.DbNull,
      attributes: attributes as Prisma.InputJsonObject,
      version: { increment: 1 },
      fleets: {
        deleteMany: { fleetId: { notIn: wanted.fleetIds } },
        create: wanted.fleetIds
          .filter((fleetId) => !before.fleetIds.includes(fleetId))
          .map((fleetId) => ({ fleetId })),
      },
    },
    include: withFleets,
  })
  const after = presentThing(updated)
  const resource = thingPath(after)
  await recordChange(ctx, { operation: 'things.update', resource, before, after })
  return seenThing(ctx, updated)
}
