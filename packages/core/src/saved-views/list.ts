import type { Context } from '../context.ts'
import { organizationPath, requireScope } from '../scopes/index.ts'
import { presentView, type SavedView, savedViewLimits } from './view.ts'

/** All saved views of the actor's organization by name, unpaged since there are few. */
export async function listViews(ctx: Context): Promise<SavedView[]> {
  requireScope(ctx, 'read', [organizationPath])
  const rows = await ctx.db.savedView.findMany({
    where: { organizationId: ctx.actor.organization.id },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
    take: savedViewLimits.views,
  })
  return rows.map(presentView)
}
