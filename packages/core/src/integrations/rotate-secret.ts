import type { Input, Output } from '@sluice/contract'
import { recordChange } from '../audit/index.ts'
import type { Context } from '../context.ts'
import { hasPepper } from '../keys/index.ts'
import { requireMatch } from '../resources/preconditions.ts'
import { integrationPath } from '../scopes/index.ts'
import { findIntegration } from './get.ts'
import { presentIntegration } from './present.ts'
import { mintSecret, sealSecret } from './secret.ts'

/**
 * Gives the integration a new signing secret and returns it. The old one also signs until the overlap ends, unless its
 * pepper is lost.
 */
export async function rotateSecret(
  ctx: Context,
  { params, body }: Input<'integrations.rotateSecret'>,
): Promise<Output<'integrations.rotateSecret'>> {
  const row = await findIntegration(ctx, params.integrationId)
  const before = presentIntegration(row, ctx.now)
  requireMatch(ctx, before.etag)
  const { organizationId, id, lane, version } = row
  const secret = mintSecret()
  const overlaps = body.overlapSeconds > 0 && hasPepper(row.secret, ctx.peppers)
  const updated = await ctx.db.integration.update({
    where: { organizationId_lane: { organizationId, lane }, version },
    data: {
      secret: sealSecret(secret, row, ctx.peppers),
      previousSecret: overlaps ? new Uint8Array(row.secret) : null,
      previousSecretUntil: overlaps
        ? new Date(ctx.now.getTime() + body.overlapSeconds * 1000)
        : null,
      version: { increment: 1 },
    },
  })
  const after = presentIntegration({ ...updated, setter: row.setter }, ctx.now)
  const resource = integrationPath(id)
  await recordChange(ctx, { operation: 'integrations.rotateSecret', resource, before, after })
  return { ...after, secret }
}
