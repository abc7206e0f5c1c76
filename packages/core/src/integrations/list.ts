import type { Input, Output } from '@sluice/contract'
import type { Context } from '../context.ts'
import { withSetters } from '../events/index.ts'
import { labelCondition, pageInOrder, textCondition, withTotal } from '../lists/index.ts'
import { readableCondition } from '../scopes/index.ts'
import { presentIntegration } from './present.ts'

/** The condition for each value of the query's `failing`. */
const failing = {
  true: { failingSince: { not: null } },
  false: { failingSince: null },
} as const

export function listIntegrations(
  ctx: Context,
  { query }: Input<'integrations.list'>,
): Promise<Output<'integrations.list'>> {
  const where = {
    AND: [
      readableCondition(ctx.actor, 'INTEGRATION'),
      { deletedAt: null },
      textCondition(query.text),
      labelCondition(query.label),
      query.failing === undefined ? {} : failing[query.failing],
    ],
  }
  const page = pageInOrder(
    query,
    async ({ after, ...page }) => {
      const rows = await ctx.db.integration.findMany({ where: { AND: [where, after] }, ...page })
      return withSetters(ctx.db, ctx.actor.organization.id, rows)
    },
    (row) => presentIntegration(row, ctx.now),
    { kind: 'integrations' },
  )
  return withTotal(query, page, () => ctx.db.integration.count({ where }))
}
