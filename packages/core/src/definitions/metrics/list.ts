import type { Input, Output } from '@sluice/contract'
import type { Context } from '../../context.ts'
import { pageInOrder, textCondition } from '../../lists/index.ts'
import { filtersFor, idCondition } from '../../scopes/index.ts'
import { presentMetricDefinition } from './present.ts'

export function listMetricDefinitions(
  ctx: Context,
  { query }: Input<'metricDefinitions.list'>,
): Promise<Output<'metricDefinitions.list'>> {
  return pageInOrder(
    query,
    ({ after, orderBy, take }) =>
      ctx.db.metricDefinition.findMany({
        where: {
          AND: [
            { organizationId: ctx.actor.organization.id },
            idCondition(filtersFor(ctx.actor.scopes, 'read'), 'DEFINITION/Metric'),
            after,
            textCondition(query.text),
          ],
        },
        orderBy,
        take,
      }),
    presentMetricDefinition,
  )
}
