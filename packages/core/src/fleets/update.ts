import type { Fleet, Input, Output } from '@sluice/contract'
import { recordChange } from '../audit/index.ts'
import type { Context } from '../context.ts'
import { requireFewLabels } from '../labels.ts'
import { mergePatch } from '../merge-patch.ts'
import { requireMatch } from '../preconditions.ts'
import { fleetPath } from '../scopes/index.ts'
import { findFleet } from './get.ts'
import { presentFleet, withCount } from './present.ts'

/** JSON merge patch. */
export async function updateFleet(
  ctx: Context,
  { params, body }: Input<'fleets.update'>,
): Promise<Output<'fleets.update'>> {
  const row = await findFleet(ctx, params.fleetId)
  const before = presentFleet(row)
  requireMatch(ctx, before.etag)
  const { name, description, labels } = mergePatch(before, body) as Fleet
  requireFewLabels(labels)
  const { organizationId, id, version } = row
  const updated = await ctx.db.fleet.update({
    where: { organizationId_id: { organizationId, id }, version },
    data: { name, description, labels, version: { increment: 1 } },
    include: withCount,
  })
  const after = presentFleet(updated)
  const resource = fleetPath(id)
  await recordChange(ctx, { operation: 'fleets.update', resource, before, after })
  return after
}
