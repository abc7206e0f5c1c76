import type { Input, Output } from '@sluice/contract'
import type { Context } from '../context.ts'
import { pageInOrder, withTotal } from '../lists/index.ts'
import { selectedThings } from './conditions.ts'
import { seenThings } from './freshness/seen.ts'
import { withFleets } from './present.ts'

/** The things that the actor may read: its scopes are part of the query. */
export async function listThings(
  ctx: Context,
  { query }: Input<'things.list'>,
): Promise<Output<'things.list'>> {
  const where = await selectedThings(ctx, query)
  const page = pageInOrder(
    query,
    ({ after, ...page }) =>
      ctx.db.thing.findMany({ where: { AND: [where, after] }, ...page, include: withFleets }),
    (row) => row,
    { kind: 'things' },
  )
  const { items, ...rest } = await withTotal(query, page, () => ctx.db.thing.count({ where }))
  return { ...rest, items: await seenThings(ctx, items) }
}
