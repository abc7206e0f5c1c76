import type { Input, Output } from '@sluice/contract'
import type { Context } from '../context.ts'
import { containing, encodeCursor } from '../lists/index.ts'
import { filtersFor, idCondition } from '../scopes/index.ts'
import { healthCondition, statusCondition } from './list-conditions.ts'
import { afterCursor, orderOf, placeOf } from './list-order.ts'
import { presentKey } from './record.ts'

/** The keys that the actor may read, a page of them, filtered and in order by the database. */
export async function listKeys(
  ctx: Context,
  { query }: Input<'keys.list'>,
): Promise<Output<'keys.list'>> {
  const { text, keyType, status, health, sort } = query
  const contains = containing(text ?? '')
  const rows = await ctx.db.key.findMany({
    where: {
      AND: [
        { organizationId: ctx.actor.organization.id },
        idCondition(filtersFor(ctx.actor.scopes, 'read'), 'KEY'),
        text === undefined ? {} : { OR: [{ id: contains }, { name: contains }] },
        keyType === undefined ? {} : { keyType },
        status === undefined ? {} : statusCondition(status, ctx.now),
        health === undefined ? {} : await healthCondition(ctx, health),
        afterCursor(query),
      ],
    },
    orderBy: orderOf(sort),
    take: query.limit + 1,
  })
  const items = rows.slice(0, query.limit)
  const end = items.at(-1)
  const more = rows.length > query.limit && end !== undefined
  return {
    items: items.map((row) => presentKey(row, ctx.now)),
    nextCursor: more ? encodeCursor(query, placeOf(end, sort)) : null,
  }
}
