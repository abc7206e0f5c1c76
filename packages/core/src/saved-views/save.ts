import { Problem } from '@sluice/runtime'
import { referenceOf } from '../actor.ts'
import { auditedTransaction, recordChange } from '../audit/index.ts'
import type { Context } from '../context.ts'
import { asProblem } from '../database/store-errors.ts'
import { newId } from '../resources/ids.ts'
import { roomFor } from '../resources/require-room.ts'
import { organizationPath, requireScope } from '../scopes/index.ts'
import { findView, presentView, type SavedView, savedViewLimits } from './view.ts'

/** A view to save, either new or replacing the one with this id. */
export interface ViewDraft {
  readonly id?: string | undefined
  readonly name: string
  readonly query: string
}

/**
 * Saves a view for all members of the actor's organization.
 *
 * @throws Problem `scope-missing` for a caller who may only read, `not-found` if the view to replace is gone,
 * `conflict` if another view has the name, or if the organization has reached the limit
 */
export async function saveView(ctx: Context, draft: ViewDraft): Promise<SavedView> {
  requireScope(ctx, 'write', [organizationPath])
  try {
    return await auditedTransaction(ctx.db, (db) => save({ ...ctx, db }, draft))
  } catch (error) {
    throw asProblem(error)
  }
}

async function save(ctx: Context, { id, name, query }: ViewDraft): Promise<SavedView> {
  const organizationId = ctx.actor.organization.id
  const resource = organizationPath
  const { views: most } = savedViewLimits
  // Also locks: of two members who choose a name at once, the second is told that it is taken.
  const room = await roomFor(ctx, {
    ...{ kind: 'saved views', most },
    count: () => ctx.db.savedView.count({ where: { organizationId } }),
  })
  await requireFree(ctx, name, id)
  if (id !== undefined) {
    const before = presentView(await findView(ctx, id))
    if (before.name === name && before.query === query) return before
    const where = { organizationId_id: { organizationId, id } }
    const data = { name, query, updatedAt: ctx.now }
    const after = presentView(await ctx.db.savedView.update({ where, data }))
    await recordChange(ctx, { operation: 'savedViews.update', resource, before, after })
    return after
  }
  if (room === 0) {
    const detail = `An organization may have ${most} saved views. Delete one that is not used.`
    throw new Problem('conflict', { detail })
  }
  const row = await ctx.db.savedView.create({
    data: {
      ...{ organizationId, id: newId(), name, query },
      ...{ createdAt: ctx.now, updatedAt: ctx.now, createdBy: { ...referenceOf(ctx.actor) } },
    },
  })
  const after = presentView(row)
  await recordChange(ctx, { operation: 'savedViews.create', resource, after })
  return after
}

async function requireFree({ db, actor }: Context, name: string, id: string | undefined) {
  const organizationId = actor.organization.id
  const other = await db.savedView.findUnique({
    where: { organizationId_name: { organizationId, name } },
    select: { id: true },
  })
  if (!other || other.id === id) return
  const detail = `There is a view called “${name}”. Choose another name, or replace that view.`
  throw new Problem('conflict', { detail })
}
