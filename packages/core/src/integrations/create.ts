import { type Input, integrationBounds, type Output } from '@sluice/contract'
import { recordChange } from '../audit/index.ts'
import type { Context } from '../context.ts'
import { setBy, withSetter } from '../events/index.ts'
import { newId } from '../resources/ids.ts'
import { requireRoom } from '../resources/require-room.ts'
import { integrationPath, requireScope } from '../scopes/index.ts'
import { presentIntegration } from './present.ts'
import { requireDeliverable, requireSound } from './require-deliverable.ts'
import { mintSecret, sealSecret } from './secret.ts'

/** Creates an integration and returns its signing secret. Only this answer and that of `rotateSecret` contain one. */
export async function createIntegration(
  ctx: Context,
  { body }: Input<'integrations.create'>,
): Promise<Output<'integrations.create'>> {
  const { id = newId(), ...rest } = body
  const resource = integrationPath(id)
  requireScope(ctx, 'write', [resource])
  requireSound(ctx, body)
  requireDeliverable(ctx, body)
  const organizationId = ctx.actor.organization.id
  const { most } = integrationBounds
  await requireRoom(ctx, {
    ...{ kind: 'integrations', most },
    count: () => ctx.db.integration.count({ where: { organizationId, deletedAt: null } }),
    detail: `The limit is ${most} integrations for an organization. Delete one first.`,
  })
  const lane = await freeLane(ctx, organizationId, id)
  const secret = mintSecret()
  const row = await ctx.db.integration.create({
    data: {
      ...rest,
      ...{ id, lane, organizationId, createdAt: ctx.now, updatedAt: ctx.now },
      secret: sealSecret(secret, { organizationId, id }, ctx.peppers),
      ...setBy(ctx.actor),
    },
  })
  const after = presentIntegration(await withSetter(ctx.db, row), ctx.now)
  await recordChange(ctx, { operation: 'integrations.create', resource, after })
  return { ...after, secret }
}

/** The id, unless deliveries of a deleted integration with the same id still exist. */
async function freeLane({ db }: Context, organizationId: string, id: string): Promise<string> {
  const where = { organizationId_lane: { organizationId, lane: id } }
  return (await db.integration.findUnique({ where, select: { id: true } })) ? newId() : id
}
