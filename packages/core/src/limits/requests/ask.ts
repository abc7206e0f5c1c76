import { type Fault, type Input, limitRequestBounds, type Output } from '@sluice/contract'
import { Problem } from '@sluice/runtime'
import { referenceOf } from '../../actor.ts'
import { recordChange } from '../../audit/index.ts'
import type { Context } from '../../context.ts'
import { randomBase62 } from '../../resources/ids.ts'
import { organizationPath } from '../../scopes/index.ts'
import { presentRequest, storedTiers } from './record.ts'

/** Asks the operator for higher limits. Throws `conflict` while too many requests wait. */
export async function askForLimits(
  ctx: Context,
  { body }: Input<'limitRequests.create'>,
): Promise<Output<'limitRequests.create'>> {
  const { id: organizationId } = ctx.actor.organization
  // Before the lock, too: a dry run ends there.
  await requireFewOpen(ctx)
  // Of two that ask at once, the second counts the first.
  await ctx.db.$queryRaw`SELECT 1 FROM organizations WHERE id = ${organizationId} FOR NO KEY UPDATE`
  await requireFewOpen(ctx)
  const row = await ctx.db.limitRequest.create({
    data: {
      id: randomBase62(12),
      organizationId,
      ...{ tiers: storedTiers(body.tiers), storage: body.storage, reason: body.reason },
      until: body.until,
      createdAt: ctx.now,
      createdBy: referenceOf(ctx.actor),
    },
  })
  const after = presentRequest(row)
  const operation = 'limitRequests.create'
  await recordChange(ctx, { operation, resource: organizationPath, after })
  return after
}

async function requireFewOpen({ db, actor }: Context): Promise<void> {
  const where = { organizationId: actor.organization.id, decidedAt: null }
  const open = await db.limitRequest.count({ where })
  if (open < limitRequestBounds.open) return
  const detail = `${open} requests are open already. Wait until one is decided.`
  throw new Problem('conflict', { detail })
}

/** The fault that the schema cannot see: an end that is past. */
export function inspectLimitRequest(body: unknown, now: Date): Fault[] {
  if (typeof body !== 'object' || body === null || !('until' in body)) return []
  if (typeof body.until !== 'string' || !(Date.parse(body.until) <= now.getTime())) return []
  return [{ pointer: '/body/until', detail: 'must be in the future' }]
}
