import type { Input, Mapping, Output } from '@sluice/contract'
import type { Context } from '../context.ts'
import { mergePatch } from '../resources/merge-patch.ts'
import { requireMatch } from '../resources/preconditions.ts'
import { findMapping } from './get.ts'
import { presentMapping } from './present.ts'
import { replaceMapping } from './replace.ts'
import { requireThingType, requireUsable } from './require.ts'

/** JSON merge patch. Throws `scope-missing` if it takes over the default from a mapping that the caller may not change. */
export async function updateMapping(
  ctx: Context,
  { params, body }: Input<'mappings.update'>,
): Promise<Output<'mappings.update'>> {
  const before = presentMapping(await findMapping(ctx, params.mappingId))
  requireMatch(ctx, before.etag)
  const wanted = patchedMapping(before, body)
  requireUsable(wanted)
  if (wanted.createMissing !== before.createMissing) {
    await requireThingType(ctx, wanted.createMissing)
  }
  return replaceMapping(ctx, before, wanted)
}

/** A mapping after a merge patch. */
export function patchedMapping(before: Mapping, patch: object): Mapping {
  return { createMissing: null, ...mergePatch(before, patch) } as Mapping
}
