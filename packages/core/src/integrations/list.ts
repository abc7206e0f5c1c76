import type { Input, Output } from '@sluice/contract'
import type { Context } from '../context.ts'
import { pageById, textCondition } from '../lists/index.ts'
import { filtersFor, idCondition } from '../scopes/index.ts'
import { presentIntegration } from './present.ts'

export function listIntegrations(
  ctx: Context,
  { query }: Input<'integrations.list'>,
): Promise<Output<'integrations.list'>> {
  return pageById(
    query,
    ({ after, take }) =>
      ctx.db.integration.findMany({
        where: {
          AND: [
            { organizationId: ctx.actor.organization.id },
            idCondition(filtersFor(ctx.actor.scopes, 'read'), 'INTEGRATION'),
            after,
            textCondition(query.text),
          ],
        },
        orderBy: { id: 'asc' },
        take,
      }),
    (row) => presentIntegration(row, ctx.now),
  )
}
