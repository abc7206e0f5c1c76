import type { Input, Output, Site } from '@sluice/contract'
import { recordChange } from '../audit/index.ts'
import type { Context } from '../context.ts'
import { Prisma } from '../database/generated/client.ts'
import { requireFewLabels } from '../labels.ts'
import { mergePatch } from '../merge-patch.ts'
import { requireMatch } from '../preconditions.ts'
import { sitePath } from '../scopes/index.ts'
import { findSite } from './get.ts'
import { presentSite } from './present.ts'

/** JSON merge patch. */
export async function updateSite(
  ctx: Context,
  { params, body }: Input<'sites.update'>,
): Promise<Output<'sites.update'>> {
  const row = await findSite(ctx, params.siteId)
  const before = presentSite(row)
  requireMatch(ctx, before.etag)
  const wanted = { location: null, address: null, ...mergePatch(before, body) } as Site
  requireFewLabels(wanted.labels)
  const { name, description, labels, timezone, location, address } = wanted
  const { organizationId, id, version } = row
  const updated = await ctx.db.site.update({
    where: { organizationId_id: { organizationId, id }, version },
    data: {
      ...{ name, description, labels, timezone, address },
      location: location ?? Prisma.DbNull,
      version: { increment: 1 },
    },
  })
  const after = presentSite(updated)
  await recordChange(ctx, { operation: 'sites.update', resource: sitePath(id), before, after })
  return after
}
