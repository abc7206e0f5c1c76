import type { Input, Output, Site } from '@sluice/contract'
import { notFound } from '@sluice/runtime'
import type { Context } from '../context.ts'
import { presentSite } from './present.ts'

export async function getSite(
  ctx: Context,
  { params }: Input<'sites.get'>,
): Promise<Output<'sites.get'>> {
  return presentSite(await findSite(ctx, params.siteId))
}

/** A site of the actor's organization; throws `not-found`. */
export async function findSite(ctx: Context, id: string) {
  const row = await ctx.db.site.findUnique({
    where: { organizationId_id: { organizationId: ctx.actor.organization.id, id } },
  })
  if (!row) throw notFound('site', id)
  return row
}

/** The sites with these ids that exist. */
export async function findSites(ctx: Context, ids: readonly string[]): Promise<Site[]> {
  const rows = await ctx.db.site.findMany({
    where: { organizationId: ctx.actor.organization.id, id: { in: [...ids] } },
  })
  return rows.map(presentSite)
}
