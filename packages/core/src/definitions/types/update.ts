import type { Input, Output, ThingType } from '@sluice/contract'
import { invalidRequest } from '@sluice/runtime'
import type { Context } from '../../context.ts'
import { requireFewLabels } from '../../resources/labels.ts'
import { mergePatch } from '../../resources/merge-patch.ts'
import { requireMatch } from '../../resources/preconditions.ts'
import { findThingType } from './get.ts'
import { inspectThingType } from './inspect.ts'
import { requireNothingLost } from './losses.ts'
import { checkDefinitions } from './metrics.ts'
import { presentThingType } from './present.ts'
import { replaceThingType } from './replace.ts'

/** JSON merge patch. Throws `conflict` if the type's things would lose data. */
export async function updateThingType(
  ctx: Context,
  { params, body }: Input<'thingTypes.update'>,
): Promise<Output<'thingTypes.update'>> {
  const before = presentThingType(await findThingType(ctx, params.thingTypeId))
  requireMatch(ctx, before.etag)
  const wanted = { attributesSchema: null, ...mergePatch(before, body) } as ThingType
  await check(ctx, wanted)
  await requireNothingLost(ctx, before, wanted)
  return replaceThingType(ctx, before, wanted)
}

/** Checks rules that the patched type can break even if the patch itself is valid. */
async function check(ctx: Context, wanted: ThingType): Promise<void> {
  requireFewLabels(wanted.labels)
  const faults = inspectThingType(wanted)
  if (faults.length > 0) throw invalidRequest(faults)
  await checkDefinitions(ctx, wanted.metrics)
}
