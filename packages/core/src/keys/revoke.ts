import type { Input, Output } from '@sluice/contract'
import { Problem } from '@sluice/runtime'
import { referenceOf } from '../actor.ts'
import { recordChange } from '../audit/index.ts'
import type { Context } from '../context.ts'
import { requireMatch } from '../resources/preconditions.ts'
import { keyPath } from '../scopes/index.ts'
import { findKey } from './find.ts'
import { presentKey } from './record.ts'
import { notActive } from './update.ts'

/**
 * Revokes permanently. Revoking a revoked key succeeds without a change; an expired one is 409. If the key changes
 * meanwhile, it is judged again as it is then, so that the audit entry shows only this change.
 */
export async function revokeKey(
  ctx: Context,
  { params }: Input<'keys.revoke'>,
): Promise<Output<'keys.revoke'>> {
  for (let isFirst = true; ; isFirst = false) {
    const row = await findKey(ctx, params.keyId)
    const before = presentKey(row, ctx.now)
    requireMatch(ctx, before.etag)
    if (before.status === 'Expired') throw notActive(before.status)
    if (before.status === 'Revoked') {
      if (isFirst) return before
      // A transaction that waited for the row counts as one that wrote, and may not end without an entry.
      throw new Problem('conflict', { detail: REVOKED_AT_ONCE, retryAfter: 1 })
    }
    const [updated] = await ctx.db.key.updateManyAndReturn({
      where: { organizationId: row.organizationId, id: row.id, version: row.version },
      data: { revokedAt: ctx.now, revokedBy: referenceOf(ctx.actor), version: { increment: 1 } },
    })
    if (!updated) continue
    const after = presentKey(updated, ctx.now)
    await recordChange(ctx, { operation: 'keys.revoke', resource: keyPath(row.id), before, after })
    return after
  }
}

const REVOKED_AT_ONCE = 'Another request revoked the key at the same time. It is revoked.'
