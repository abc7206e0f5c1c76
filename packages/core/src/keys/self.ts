import type { Output } from '@sluice/contract'
import { levels } from '../buckets/index.ts'
import type { Context } from '../context.ts'
import { notFound } from '../problem.ts'
import { statusOf } from './record.ts'

/**
 * The calling key, with the units its organization has left in each tier. It is being used at this moment,
 * which its row tells only some seconds later.
 */
export async function callingKey(ctx: Context): Promise<Output<'keys.self'>> {
  const { actor, now } = ctx
  const key = actor.type === 'key' ? await ctx.knownKeys.find(actor.id) : null
  if (key?.actor.organization.id !== actor.organization.id) throw notFound('key', 'self')
  return {
    ...key.record,
    status: statusOf(key, now),
    lastUsedAt: now.toISOString(),
    lastUsedIp: ctx.address,
    organizationId: actor.organization.id,
    limits: await levels(ctx, actor.organization.id),
  }
}
