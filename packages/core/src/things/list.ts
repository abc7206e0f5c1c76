import type { Input, Output } from '@sluice/contract'
import type { Context } from '../context.ts'
import { pageInOrder, textCondition } from '../lists/index.ts'
import { filtersFor, thingCondition } from '../scopes/index.ts'
import { presentThing, withFleets } from './present.ts'

/** The things that the actor may read: its scopes are part of the query. */
export function listThings(
  ctx: Context,
  { query }: Input<'things.list'>,
): Promise<Output<'things.list'>> {
  const { thingTypeId, siteId, fleetId, status, label, text } = query
  return pageInOrder(
    query,
    ({ after, orderBy, take }) =>
      ctx.db.thing.findMany({
        where: {
          AND: [
            { organizationId: ctx.actor.organization.id },
            thingCondition(filtersFor(ctx.actor.scopes, 'read'), ctx.actor.organization.id),
            after,
            thingTypeId === undefined ? {} : { thingTypeId },
            siteId === undefined ? {} : { siteId },
            fleetId === undefined ? {} : { fleets: { some: { fleetId } } },
            label === undefined ? {} : { labelTokens: { has: label } },
            status === undefined ? {} : { status },
            textCondition(text),
          ],
        },
        orderBy,
        take,
        include: withFleets,
      }),
    presentThing,
  )
}
