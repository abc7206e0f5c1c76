import type { Input, Output } from '@sluice/contract'
import type { Context } from '../context.ts'
import { labelCondition, pageInOrder, textCondition, withTotal } from '../lists/index.ts'
import { readableCondition } from '../scopes/index.ts'
import { presentMapping } from './present.ts'

export function listMappings(
  ctx: Context,
  { query }: Input<'mappings.list'>,
): Promise<Output<'mappings.list'>> {
  const { text, label, protocol } = query
  const where = {
    AND: [
      readableCondition(ctx.actor, 'DEFINITION/Mapping'),
      textCondition(text),
      labelCondition(label),
      protocol === undefined ? {} : { protocol },
    ],
  }
  const page = pageInOrder(
    query,
    ({ after, ...page }) => ctx.db.mapping.findMany({ where: { AND: [where, after] }, ...page }),
    presentMapping,
    { kind: 'mappings' },
  )
  return withTotal(query, page, () => ctx.db.mapping.count({ where }))
}
