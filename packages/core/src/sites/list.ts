import type { Input, Output } from '@sluice/contract'
import type { Context } from '../context.ts'
import { pageInOrder, textCondition } from '../lists/index.ts'
import { filtersFor, idCondition } from '../scopes/index.ts'
import { presentSite } from './present.ts'

export function listSites(
  ctx: Context,
  { query }: Input<'sites.list'>,
): Promise<Output<'sites.list'>> {
  return pageInOrder(
    query,
    ({ after, orderBy, take }) =>
      ctx.db.site.findMany({
        where: {
          AND: [
            { organizationId: ctx.actor.organization.id },
            idCondition(filtersFor(ctx.actor.scopes, 'read'), 'PLACE/Site'),
            after,
            textCondition(query.text),
          ],
        },
        orderBy,
        take,
      }),
    presentSite,
  )
}
