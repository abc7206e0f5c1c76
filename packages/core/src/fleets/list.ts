import type { Input, Output } from '@sluice/contract'
import type { Context } from '../context.ts'
import { labelCondition, pageInOrder, textCondition, withTotal } from '../lists/index.ts'
import { readableCondition } from '../scopes/index.ts'
import { counted, presentFleet } from './present.ts'

export function listFleets(
  ctx: Context,
  { query }: Input<'fleets.list'>,
): Promise<Output<'fleets.list'>> {
  const where = {
    AND: [
      readableCondition(ctx.actor, 'PLACE/Fleet'),
      textCondition(query.text),
      labelCondition(query.label),
    ],
  }
  const page = pageInOrder(
    query,
    async ({ after, ...page }) =>
      counted(ctx, await ctx.db.fleet.findMany({ where: { AND: [where, after] }, ...page })),
    presentFleet,
    { kind: 'fleets' },
  )
  return withTotal(query, page, () => ctx.db.fleet.count({ where }))
}
