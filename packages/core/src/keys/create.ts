import type { Input, Output } from '@sluice/contract'
import { referenceOf } from '../actor.ts'
import { recordChange } from '../audit/index.ts'
import type { Context } from '../context.ts'
import { keyPath, requireScope } from '../scopes/index.ts'
import { newestDigest } from './digest.ts'
import { canonicalEntries } from './inspect.ts'
import { mintKeyString } from './key-string.ts'
import { inBody, requireWithinCaller } from './minting.ts'
import { presentKey } from './record.ts'

/** Creates a key and returns its string, which is shown this one time only. */
export async function createKey(
  ctx: Context,
  { body }: Input<'keys.create'>,
): Promise<Output<'keys.create'>> {
  const { id, keyString } = mintKeyString(body.keyType)
  requireScope(ctx, 'admin', [keyPath(id)])
  const bounds = {
    scopes: body.scopes,
    allowedIpCidrs: canonicalEntries(body.allowedIpCidrs),
    budgetShare: body.budgetShare,
    expiresAt: body.expiresAt === null ? null : new Date(body.expiresAt),
  }
  await requireWithinCaller(ctx, bounds, inBody)
  const row = await ctx.db.key.create({
    data: {
      id,
      organizationId: ctx.actor.organization.id,
      keyType: body.keyType,
      name: body.name,
      ...newestDigest(keyString, ctx.peppers),
      lastFour: keyString.slice(-4),
      ...bounds,
      ...{ createdAt: ctx.now, updatedAt: ctx.now },
      createdBy: referenceOf(ctx.actor),
    },
  })
  const record = presentKey(row, ctx.now)
  await recordChange(ctx, { operation: 'keys.create', resource: keyPath(id), after: record })
  return { ...record, key: keyString }
}
