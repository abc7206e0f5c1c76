import { notFound } from '@sluice/runtime'
import type { Context } from '../context.ts'
import type { SavedView as SavedViewRow } from '../database/generated/client.ts'

/** A view of the console's explorer, shared by all members of an organization. */
export interface SavedView {
  readonly id: string
  readonly name: string
  /** The query of the explorer's URL. */
  readonly query: string
  readonly createdAt: string
  readonly updatedAt: string
  /** Who first saved it. */
  readonly createdBy: { readonly type: string; readonly id: string; readonly name: string }
}

/** Limits of an organization's saved views; lengths are in characters. */
export const savedViewLimits = { views: 200, name: 100, query: 2000 } as const

export function presentView(row: SavedViewRow): SavedView {
  const { id, name, query, createdAt, updatedAt, createdBy } = row
  return {
    ...{ id, name, query, createdBy: createdBy as unknown as SavedView['createdBy'] },
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}

/** A view of the actor's organization. Throws Problem `not-found`. */
export async function findView({ db, actor }: Context, id: string): Promise<SavedViewRow> {
  const organizationId = actor.organization.id
  const row = await db.savedView.findUnique({
    where: { organizationId_id: { organizationId, id } },
  })
  if (!row) throw notFound('saved view', id)
  return row
}
