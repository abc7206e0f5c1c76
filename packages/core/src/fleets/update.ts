import type { Fleet, Input, Output } from '@sluice/contract'
import type { Context } from '../context.ts'
import { requireFewLabels } from '../resources/labels.ts'
import { mergePatch } from '../resources/merge-patch.ts'
import { requireMatch } from '../resources/preconditions.ts'
import { findFleet } from './get.ts'
import { presentFleet } from './present.ts'
import { replaceFleet } from './replace.ts'

/** JSON merge patch. */
export async function updateFleet(
  ctx: Context,
  { params, body }: Input<'fleets.update'>,
): Promise<Output<'fleets.update'>> {
  const before = presentFleet(await findFleet(ctx, params.fleetId))
  requireMatch(ctx, before.etag)
  const wanted = mergePatch(before, body) as Fleet
  requireFewLabels(wanted.labels)
  return replaceFleet(ctx, before, wanted)
}
