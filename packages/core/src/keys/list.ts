import type { Input, Output } from '@sluice/contract'
import type { Context } from '../context.ts'
import { pageInOrder, withTotal } from '../lists/index.ts'
import { readableCondition } from '../scopes/index.ts'
import { healthCondition, statusCondition } from './list-conditions.ts'
import { reachingCondition } from './reaching.ts'
import { presentKey } from './record.ts'
import { keyTextCondition } from './text-condition.ts'

/** The keys that the actor may read, a page of them, filtered and in order by the database. */
export async function listKeys(
  ctx: Context,
  { query }: Input<'keys.list'>,
): Promise<Output<'keys.list'>> {
  const { text, keyType, status, health, reaches } = query
  const where = {
    AND: [
      readableCondition(ctx.actor, 'KEY'),
      keyTextCondition(text),
      keyType === undefined ? {} : { keyType },
      status === undefined ? {} : statusCondition(status, ctx.now),
      health === undefined ? {} : await healthCondition(ctx, health),
      reaches === undefined ? {} : await reachingCondition(ctx, reaches),
    ],
  }
  const page = pageInOrder(
    query,
    ({ after, ...page }) => ctx.db.key.findMany({ where: { AND: [where, after] }, ...page }),
    (row) => presentKey(row, ctx.now),
  )
  return withTotal(query, page, () => ctx.db.key.count({ where }))
}
