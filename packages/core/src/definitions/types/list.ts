import type { Input, Output } from '@sluice/contract'
import type { Context } from '../../context.ts'
import { pageInOrder, textCondition } from '../../lists/index.ts'
import { filtersFor, idCondition } from '../../scopes/index.ts'
import { presentThingType, withMetrics } from './present.ts'

export function listThingTypes(
  ctx: Context,
  { query }: Input<'thingTypes.list'>,
): Promise<Output<'thingTypes.list'>> {
  return pageInOrder(
    query,
    ({ after, orderBy, take }) =>
      ctx.db.thingType.findMany({
        where: {
          AND: [
            { organizationId: ctx.actor.organization.id },
            idCondition(filtersFor(ctx.actor.scopes, 'read'), 'DEFINITION/ThingType'),
            after,
            textCondition(query.text),
          ],
        },
        orderBy,
        take,
        include: withMetrics,
      }),
    presentThingType,
  )
}
