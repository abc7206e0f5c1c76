import { notFound } from '@sluice/runtime'
import type { Context } from '../context.ts'

/** A key of the actor's organization; throws `not-found`. */
export async function findKey(ctx: Context, id: string) {
  const row = await ctx.db.key.findUnique({
    where: { organizationId_id: { organizationId: ctx.actor.organization.id, id } },
  })
  if (!row) throw notFound('key', id)
  return row
}
