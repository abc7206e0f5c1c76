import type { Input, Output } from '@sluice/contract'
import type { Context } from '../context.ts'
import { notFound } from '../problem.ts'
import { presentSite } from './present.ts'

export async function getSite(
  ctx: Context,
  { params }: Input<'sites.get'>,
): Promise<Output<'sites.get'>> {
  const organizationId = ctx.actor.organization.id
  const row = await ctx.db.site.findUnique({
    where: { organizationId_id: { organizationId, id: params.siteId } },
  })
  if (!row) throw notFound('site', params.siteId)
  return presentSite(row)
}
