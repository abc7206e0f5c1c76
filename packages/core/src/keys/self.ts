import type { Output } from '@sluice/contract'
import { notFound } from '@sluice/runtime'
import { levels, type TierLevel } from '../buckets/index.ts'
import type { Context } from '../context.ts'
import type { KnownKey } from './known-key.ts'
import { statusOf } from './record.ts'

/**
 * The calling key, with the units that its organization has left in each tier. Its last use is now, though its row is
 * updated some seconds later.
 */
export function callingKey(ctx: Context): Output<'keys.self'> | Promise<Output<'keys.self'>> {
  const { actor } = ctx
  const key = actor.type === 'key' ? ctx.knownKeys.find(actor.id) : null
  const limits = levels(ctx, actor, ctx.now)
  if (!(key instanceof Promise || limits instanceof Promise)) return present(ctx, key, limits)
  return Promise.all([key, limits]).then(([found, left]) => present(ctx, found, left))
}

function present(
  { actor, now, address }: Context,
  key: KnownKey | null,
  limits: TierLevel[],
): Output<'keys.self'> {
  if (key?.actor.organization.id !== actor.organization.id) throw notFound('key', 'self')
  return {
    ...key.record,
    status: statusOf(key, now),
    lastUsedAt: isoOf(now),
    lastUsedIp: address,
    organizationId: actor.organization.id,
    limits,
  }
}

let latest = { ms: 0, text: '' }

/** Formats each millisecond once: a busy node answers many requests in one, and formatting is a good part of each. */
function isoOf(time: Date): string {
  const ms = time.getTime()
  if (ms !== latest.ms) latest = { ms, text: time.toISOString() }
  return latest.text
}
