import type { Input, Output } from '@sluice/contract'
import type { Context } from '../context.ts'
import { labelCondition, pageInOrder, textCondition, withTotal } from '../lists/index.ts'
import { readableCondition } from '../scopes/index.ts'
import { presentSite } from './present.ts'

export function listSites(
  ctx: Context,
  { query }: Input<'sites.list'>,
): Promise<Output<'sites.list'>> {
  const where = {
    AND: [
      readableCondition(ctx.actor, 'PLACE/Site'),
      textCondition(query.text),
      labelCondition(query.label),
    ],
  }
  const page = pageInOrder(
    query,
    ({ after, ...page }) => ctx.db.site.findMany({ where: { AND: [where, after] }, ...page }),
    presentSite,
    { kind: 'sites' },
  )
  return withTotal(query, page, () => ctx.db.site.count({ where }))
}
