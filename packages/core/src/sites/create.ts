import type { Input, Output } from '@sluice/contract'
import { recordChange } from '../audit/index.ts'
import type { Context } from '../context.ts'
import { newId } from '../resources/ids.ts'
import { requireScope, sitePath } from '../scopes/index.ts'
import { presentSite } from './present.ts'

export async function createSite(
  ctx: Context,
  { body }: Input<'sites.create'>,
): Promise<Output<'sites.create'>> {
  const { id = newId(), location, ...rest } = body
  requireScope(ctx, 'write', [sitePath(id)])
  const row = await ctx.db.site.create({
    data: {
      ...rest,
      id,
      organizationId: ctx.actor.organization.id,
      ...(location && { location }),
      ...{ createdAt: ctx.now, updatedAt: ctx.now },
    },
  })
  const after = presentSite(row)
  await recordChange(ctx, { operation: 'sites.create', resource: sitePath(id), after })
  return after
}
