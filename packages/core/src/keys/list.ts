import type { Input, Output } from '@sluice/contract'
import type { Context } from '../context.ts'
import type { Prisma } from '../database/generated/client.ts'
import { pageInOrder, withTotal } from '../lists/index.ts'
import { readableCondition } from '../scopes/index.ts'
import { countAmong, firstAmong } from './among.ts'
import { healthCondition, statusCondition } from './list-conditions.ts'
import { reachingKeys } from './reaching.ts'
import { presentKey } from './record.ts'
import { keyTextCondition } from './text-condition.ts'

/** A page of the keys that the actor may read, filtered and sorted by the database. */
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
    ],
  }
  const ids = reaches === undefined ? undefined : await reachingKeys(ctx, reaches, where)
  const { key } = ctx.db
  const page = pageInOrder(
    query,
    ({ after, ...page }) => {
      const first = (among: Prisma.KeyWhereInput) =>
        key.findMany({ where: { AND: [where, among, after] }, ...page })
      return ids ? firstAmong(ids, first) : first({})
    },
    (row) => presentKey(row, ctx.now),
    { kind: 'keys' },
  )
  return withTotal(query, page, () =>
    ids
      ? countAmong(ids, (among) => key.count({ where: { AND: [where, among] } }))
      : key.count({ where }),
  )
}
