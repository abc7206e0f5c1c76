import type { Input, Output } from '@sluice/contract'
import { recordChange } from '../audit/index.ts'
import type { Context } from '../context.ts'
import { refuseUsedByThings } from '../resources/in-use.ts'
import { requireMatch } from '../resources/preconditions.ts'
import { sitePath } from '../scopes/index.ts'
import { findSite } from './get.ts'
import { presentSite } from './present.ts'

/** Deletes an empty site; throws `conflict` while things are in it. */
export async function deleteSite(
  ctx: Context,
  { params }: Input<'sites.delete'>,
): Promise<Output<'sites.delete'>> {
  const row = await findSite(ctx, params.siteId)
  const before = presentSite(row)
  requireMatch(ctx, before.etag)
  const { organizationId, id, version } = row
  await refuseUsedByThings(ctx, { siteId: id }, 'Move them or delete them first.')
  await ctx.db.site.delete({ where: { organizationId_id: { organizationId, id }, version } })
  await recordChange(ctx, { operation: 'sites.delete', resource: sitePath(id), before })
  return null
}
