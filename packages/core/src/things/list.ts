import type { Input, Output } from '@sluice/contract'
import type { Context } from '../context.ts'
import { pageInOrder, textCondition, withTotal } from '../lists/index.ts'
import { filterConditions, readableThings } from './conditions.ts'
import { presentThing, withFleets } from './present.ts'

/** The things that the actor may read: its scopes are part of the query. */
export function listThings(
  ctx: Context,
  { query }: Input<'things.list'>,
): Promise<Output<'things.list'>> {
  const where = {
    AND: [readableThings(ctx.actor), ...filterConditions(query), textCondition(query.text)],
  }
  const page = pageInOrder(
    query,
    ({ after, ...page }) =>
      ctx.db.thing.findMany({ where: { AND: [where, after] }, ...page, include: withFleets }),
    presentThing,
  )
  return withTotal(query, page, () => ctx.db.thing.count({ where }))
}
