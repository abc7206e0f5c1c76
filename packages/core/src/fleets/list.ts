import type { Input, Output } from '@sluice/contract'
import type { Context } from '../context.ts'
import { pageInOrder, textCondition } from '../lists/index.ts'
import { filtersFor, idCondition } from '../scopes/index.ts'
import { presentFleet, withCount } from './present.ts'

export function listFleets(
  ctx: Context,
  { query }: Input<'fleets.list'>,
): Promise<Output<'fleets.list'>> {
  return pageInOrder(
    query,
    ({ after, orderBy, take }) =>
      ctx.db.fleet.findMany({
        where: {
          AND: [
            { organizationId: ctx.actor.organization.id },
            idCondition(filtersFor(ctx.actor.scopes, 'read'), 'PLACE/Fleet'),
            after,
            textCondition(query.text),
          ],
        },
        orderBy,
        take,
        include: withCount,
      }),
    presentFleet,
  )
}
