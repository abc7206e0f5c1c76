import type { Input, Output } from '@sluice/contract'
import type { Context } from '../../context.ts'
import {
  FIRST_LARGE,
  labelCondition,
  pageInOrder,
  textCondition,
  withTotal,
} from '../../lists/index.ts'
import { readableCondition } from '../../scopes/index.ts'
import { presentThingType, withMetrics } from './present.ts'

export function listThingTypes(
  ctx: Context,
  { query }: Input<'thingTypes.list'>,
): Promise<Output<'thingTypes.list'>> {
  const where = {
    AND: [
      readableCondition(ctx.actor, 'DEFINITION/ThingType'),
      textCondition(query.text),
      labelCondition(query.label),
    ],
  }
  const page = pageInOrder(
    query,
    ({ after, ...page }) =>
      ctx.db.thingType.findMany({ where: { AND: [where, after] }, ...page, include: withMetrics }),
    presentThingType,
    { kind: 'thing types', first: FIRST_LARGE },
  )
  return withTotal(query, page, () => ctx.db.thingType.count({ where }))
}
