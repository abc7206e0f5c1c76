import type { Site } from '@sluice/contract'
import { recordChange } from '../audit/index.ts'
import type { Context } from '../context.ts'
import { Prisma } from '../database/generated/client.ts'
import { versionOf } from '../resources/etag.ts'
import { isSame } from '../resources/same.ts'
import { sitePath } from '../scopes/index.ts'
import { presentSite } from './present.ts'

/** Replaces a site's fields, unless it has changed since it was read; does nothing if they are equal. */
export async function replaceSite(ctx: Context, before: Site, wanted: Site): Promise<Site> {
  if (isSame(wanted, before)) return before
  const { name, description, labels, timezone, location, address } = wanted
  const { id } = before
  const organizationId = ctx.actor.organization.id
  const updated = await ctx.db.site.update({
    where: { organizationId_id: { organizationId, id }, version: versionOf(before) },
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
