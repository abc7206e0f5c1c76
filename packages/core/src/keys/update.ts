import { isDeepStrictEqual } from 'node:util'
import { type Input, type Key, keyScopeFaults, type Output } from '@sluice/contract'
import { invalidRequest, Problem } from '@sluice/runtime'
import { recordChange } from '../audit/index.ts'
import type { Context } from '../context.ts'
import type { Key as KeyRow } from '../database/generated/client.ts'
import { requireMatch } from '../resources/preconditions.ts'
import { keyPath } from '../scopes/index.ts'
import { excessOf } from './bounds.ts'
import { findKey } from './find.ts'
import { canonicalEntries } from './inspect.ts'
import { boundsOf, inBody, requireWithinCaller } from './minting.ts'
import { presentKey } from './record.ts'

/** Changes an active key; expired and revoked keys are terminal (409). */
export async function updateKey(
  ctx: Context,
  { params, body }: Input<'keys.update'>,
): Promise<Output<'keys.update'>> {
  const row = await findKey(ctx, params.keyId)
  const before = presentKey(row, ctx.now)
  requireMatch(ctx, before.etag)
  if (before.status !== 'Active') throw notActive(before.status)
  if (body.scopes) requireUsable(before.keyType, body.scopes)
  const wanted = wantedOf(before, body)
  await requireNoRise(ctx, row, wanted)
  if (isDeepStrictEqual({ ...before, ...wanted }, before)) return before
  const updated = await ctx.db.key.update({
    where: {
      organizationId_id: { organizationId: row.organizationId, id: row.id },
      // A concurrent change, including a revocation, is a conflict.
      version: row.version,
    },
    data: { ...wanted, version: { increment: 1 } },
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

/** A key's changeable fields after a JSON merge patch. */
function wantedOf(before: Key, body: Input<'keys.update'>['body']) {
  const { name = before.name, scopes = before.scopes } = body
  const { allowedIpCidrs = before.allowedIpCidrs } = body
  const { budgetShare = before.budgetShare, expiresAt = before.expiresAt } = body
  return {
    ...{ name, scopes, budgetShare },
    allowedIpCidrs: canonicalEntries(allowedIpCidrs),
    expiresAt: expiresAt && new Date(expiresAt).toISOString(),
  }
}

/**
 * Narrowing a key is always allowed. If a change widens it in any way, the resulting key as a whole must be within the
 * calling key: adding an address to scopes that the caller lacks, for example, would be an escalation.
 */
async function requireNoRise(
  ctx: Context,
  row: KeyRow,
  wanted: ReturnType<typeof wantedOf>,
): Promise<void> {
  const { expiresAt } = wanted
  const bounds = { ...wanted, expiresAt: expiresAt === null ? null : new Date(expiresAt) }
  if (excessOf(boundsOf(row), bounds).length === 0) return
  await requireWithinCaller(ctx, bounds, inBody)
}

function requireUsable(keyType: Key['keyType'], scopes: Key['scopes']): void {
  const faults = keyScopeFaults(keyType, scopes)
  if (faults.length === 0) return
  throw invalidRequest(
    faults.map(({ index, message }) => ({
      pointer: `/body/scopes/${index}/resourceFilter`,
      detail: message,
    })),
  )
}

export function notActive(status: string): Problem {
  return new Problem('key-not-active', {
    detail: `The key is ${status.toLowerCase()} and cannot be changed. Create a new key.`,
  })
}
