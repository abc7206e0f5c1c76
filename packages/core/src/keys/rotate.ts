import type { Input, Output } from '@sluice/contract'
import { referenceOf } from '../actor.ts'
import { recordChange } from '../audit/index.ts'
import type { Context } from '../context.ts'
import type { Key as KeyRow, Prisma } from '../database/generated/client.ts'
import { requireMatch } from '../resources/preconditions.ts'
import { integrationPath, keyPath, requireScope } from '../scopes/index.ts'
import { newestDigest } from './digest.ts'
import { findKey } from './find.ts'
import { mintKeyString } from './key-string.ts'
import { boundsOf, inPath, requireWithinCaller } from './minting.ts'
import { presentKey } from './record.ts'
import { hasSuccessor } from './successor.ts'
import { notActive } from './update.ts'

/**
 * Creates a successor of an active key, with an id and key string of its own, and makes the old key expire when the
 * overlap ends. The successor also replaces it as the setter of integrations' URLs. Only this answer contains the key
 * string. A second successor, in the overlap, needs the right to create keys: else the right to rotate one key would be
 * that to have any number of them.
 */
export async function rotateKey(
  ctx: Context,
  { params, body }: Input<'keys.rotate'>,
): Promise<Output<'keys.rotate'>> {
  const row = await findKey(ctx, params.keyId)
  const before = presentKey(row, ctx.now)
  requireMatch(ctx, before.etag)
  if (before.status !== 'Active') throw notActive(before.status)
  await requireWithinCaller(ctx, boundsOf(row), inPath)
  if (await hasSuccessor(ctx, row)) requireScope(ctx, 'admin', [keyPath('#')])
  const overlapEnd = new Date(ctx.now.getTime() + body.overlapSeconds * 1000)
  const old = await ctx.db.key.update({
    where: {
      organizationId_id: { organizationId: row.organizationId, id: row.id },
      // A concurrent change, for example of the scopes, is a conflict.
      version: row.version,
    },
    data: { expiresAt: earlier(row.expiresAt, overlapEnd), version: { increment: 1 } },
  })
  const { made, keyString } = await makeSuccessor(ctx, row)
  const record = presentKey(made, ctx.now)
  await recordChange(ctx, {
    operation: 'keys.rotate',
    resource: keyPath(row.id),
    before,
    after: { ...presentKey(old, ctx.now), rotatedTo: made.id },
  })
  await recordChange(ctx, {
    operation: 'keys.rotate',
    resource: keyPath(made.id),
    after: { ...record, rotatedFrom: row.id },
  })
  await moveIntegrations(ctx, row, made.id)
  return { ...record, key: keyString }
}

/** The successor has the same rights, so deliveries to URLs set by the old key continue. */
async function moveIntegrations(ctx: Context, { organizationId, id }: KeyRow, successor: string) {
  const moved = await ctx.db.integration.updateManyAndReturn({
    where: { organizationId, urlKeyId: id, deletedAt: null },
    data: { urlKeyId: successor, version: { increment: 1 } },
    select: { id: true },
  })
  for (const integration of moved) {
    await recordChange(ctx, {
      operation: 'integrations.update',
      resource: integrationPath(integration.id),
      before: { urlKeyId: id },
      after: { urlKeyId: successor },
    })
  }
}

async function makeSuccessor(ctx: Context, row: KeyRow) {
  const { organizationId, keyType, name, allowedIpCidrs, budgetShare, expiresAt } = row
  const { id, keyString } = mintKeyString(keyType)
  const made = await ctx.db.key.create({
    data: {
      ...{ id, organizationId, keyType, name, allowedIpCidrs, budgetShare, expiresAt },
      scopes: row.scopes as Prisma.InputJsonArray,
      ...newestDigest(keyString, ctx.peppers),
      lastFour: keyString.slice(-4),
      ...{ createdAt: ctx.now, updatedAt: ctx.now },
      createdBy: referenceOf(ctx.actor),
    },
  })
  return { made, keyString }
}

function earlier(own: Date | null, other: Date): Date {
  return own && own < other ? own : other
}
