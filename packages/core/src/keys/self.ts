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
    lastUsedAt: isoOf(now),
    lastUsedIp: ctx.address,
    organizationId: actor.organization.id,
    limits: await levels(ctx, actor.organization.id),
  }
}

let latest = { ms: 0, text: '' }

/** A busy node answers many requests in one millisecond; writing the time out is a good part of each. */
function isoOf(time: Date): string {
  const ms = time.getTime()
  if (ms !== latest.ms) latest = { ms, text: time.toISOString() }
  return latest.text
}
