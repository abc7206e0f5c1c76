import type { Input, Output } from '@sluice/contract'
import { referenceOf } from '../actor.ts'
import { recordChange } from '../audit/index.ts'
import type { Context } from '../context.ts'
import { requireMatch } from '../resources/preconditions.ts'
import { keyPath } from '../scopes/index.ts'
import { findKey } from './find.ts'
import { presentKey } from './record.ts'
import { notActive } from './update.ts'

/** Revokes permanently. Revoking a revoked key succeeds without a change; an expired one is 409. */
export async function revokeKey(
  ctx: Context,
  { params }: Input<'keys.revoke'>,
): Promise<Output<'keys.revoke'>> {
  const row = await findKey(ctx, params.keyId)
  const before = presentKey(row, ctx.now)
  requireMatch(ctx, before.etag)
  if (before.status === 'Revoked') return before
  if (before.status === 'Expired') throw notActive(before.status)
  const updated = await ctx.db.key.update({
    where: { organizationId_id: { organizationId: row.organizationId, id: row.id } },
    data: { revokedAt: ctx.now, revokedBy: referenceOf(ctx.actor), version: { increment: 1 } },
  })
  const after = presentKey(updated, ctx.now)
  await recordChange(ctx, { operation: 'keys.revoke', resource: keyPath(row.id), before, after })
  return after
}
