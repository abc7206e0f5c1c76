import type { Input, Output } from '@sluice/contract'
import { notFound } from '@sluice/runtime'
import type { Context } from '../context.ts'
import { withSetter } from '../events/index.ts'
import { presentIntegration } from './present.ts'
import type { SetRow } from './set-row.ts'

export async function getIntegration(
  ctx: Context,
  { params }: Input<'integrations.get'>,
): Promise<Output<'integrations.get'>> {
  return presentIntegration(await findIntegration(ctx, params.integrationId), ctx.now)
}

/** An integration of the actor's organization; throws `not-found`. */
export async function findIntegration(ctx: Context, id: string): Promise<SetRow> {
  const row = await ctx.db.integration.findFirst({
    where: { organizationId: ctx.actor.organization.id, id, deletedAt: null },
  })
  if (!row) throw notFound('integration', id)
  return withSetter(ctx.db, row)
}
