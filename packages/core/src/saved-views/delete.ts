import { auditedTransaction, recordChange } from '../audit/index.ts'
import type { Context } from '../context.ts'
import { asProblem } from '../database/store-errors.ts'
import { organizationPath, requireScope } from '../scopes/index.ts'
import { findView, presentView } from './view.ts'

/** Deletes a view for everybody. Throws Problem `scope-missing` or `not-found`. */
export async function deleteView(ctx: Context, id: string): Promise<void> {
  requireScope(ctx, 'write', [organizationPath])
  try {
    await auditedTransaction(ctx.db, async (db) => {
      const inside = { ...ctx, db }
      const before = presentView(await findView(inside, id))
      const organizationId = ctx.actor.organization.id
      await db.savedView.delete({ where: { organizationId_id: { organizationId, id } } })
      const operation = 'savedViews.delete'
      await recordChange(inside, { operation, resource: organizationPath, before })
    })
  } catch (error) {
    throw asProblem(error)
  }
}
