import type { Input, Output } from '@sluice/contract'
import { recordChange } from '../audit/index.ts'
import type { Context } from '../context.ts'
import { requireMatch } from '../preconditions.ts'
import { Problem } from '../problem.ts'
import { keyPath } from '../scopes/index.ts'
import { findKey } from './find.ts'
import { canonicalEntries } from './inspect.ts'
import { requireGrantable } from './minting.ts'
import { presentKey } from './record.ts'

/** Changes an active key; an expired or revoked one is terminal (409). */
export async function updateKey(
  ctx: Context,
  { params, body }: Input<'keys.update'>,
): Promise<Output<'keys.update'>> {
  const row = await findKey(ctx, params.keyId)
  const before = presentKey(row, ctx.now)
  requireMatch(ctx, before.etag)
  if (before.status !== 'Active') throw notActive(before.status)
  if (body.scopes) requireGrantable(ctx, body.scopes)
  const updated = await ctx.db.key.update({
    where: {
      organizationId_id: { organizationId: row.organizationId, id: row.id },
      // Another change meanwhile, a revocation among them, is a conflict.
      version: row.version,
    },
    data: {
      ...(body.name !== undefined && { name: body.name }),
      ...(body.scopes && { scopes: body.scopes }),
      ...(body.allowedIpCidrs && { allowedIpCidrs: canonicalEntries(body.allowedIpCidrs) }),
      ...(body.budgetShare !== undefined && { budgetShare: body.budgetShare }),
      ...(body.expiresAt !== undefined && { expiresAt: body.expiresAt }),
      version: { increment: 1 },
    },
  })
  const after = presentKey(updated, ctx.now)
  await recordChange(ctx, {
    operation: 'keys.update',
    resource: keyPath(row.id),
    before,
    after,
  })
  return after
}

export function notActive(status: string): Problem {
  return new Problem('key-not-active', {
    detail: `The key is ${status.toLowerCase()}, which is final. Create a new key instead.`,
  })
}
