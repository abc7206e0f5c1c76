import type { Input, Output } from '@sluice/contract'
import type { Context } from '../context.ts'
import { cut, pageOf, withTotal } from '../lists/index.ts'
import { readableCondition } from '../scopes/index.ts'
import { healthCondition, statusCondition } from './list-conditions.ts'
import { afterCursor, orderOf, positionOf } from './list-order.ts'
import { presentKey } from './record.ts'
import { keyTextCondition } from './text-condition.ts'

/** The keys that the actor may read, a page of them, filtered and in order by the database. */
export async function listKeys(
  ctx: Context,
  { query }: Input<'keys.list'>,
): Promise<Output<'keys.list'>> {
  const { text, keyType, status, health, sort } = query
  const where = {
    AND: [
      readableCondition(ctx.actor, 'KEY'),
      keyTextCondition(text),
      keyType === undefined ? {} : { keyType },
      status === undefined ? {} : statusCondition(status, ctx.now),
      health === undefined ? {} : await healthCondition(ctx, health),
    ],
  }
  const page = async () => {
    const rows = await ctx.db.key.findMany({
      where: { AND: [where, afterCursor(query)] },
      orderBy: orderOf(sort),
      take: query.limit + 1,
    })
    return pageOf(
      query,
      cut(query.limit, rows),
      (row) => presentKey(row, ctx.now),
      (row) => positionOf(row, sort),
    )
  }
  return withTotal(query, page(), () => ctx.db.key.count({ where }))
}
