import type { Input, Output, Site } from '@sluice/contract'
import type { Context } from '../context.ts'
import { requireFewLabels } from '../resources/labels.ts'
import { mergePatch } from '../resources/merge-patch.ts'
import { requireMatch } from '../resources/preconditions.ts'
import { findSite } from './get.ts'
import { presentSite } from './present.ts'
import { replaceSite } from './replace.ts'

/** JSON merge patch. */
export async function updateSite(
  ctx: Context,
  { params, body }: Input<'sites.update'>,
): Promise<Output<'sites.update'>> {
  const before = presentSite(await findSite(ctx, params.siteId))
  requireMatch(ctx, before.etag)
  const wanted = { location: null, address: null, ...mergePatch(before, body) } as Site
  requireFewLabels(wanted.labels)
  return replaceSite(ctx, before, wanted)
}
