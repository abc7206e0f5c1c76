import type { Output } from '@sluice/contract'
import { levels } from '../buckets/index.ts'
import type { Context } from '../context.ts'
import { notFound } from '../problem.ts'
import { findKey } from './find.ts'
import { presentKey } from './record.ts'

/** The calling key, with the units its organization has left in each tier. */
export async function callingKey(ctx: Context): Promise<Output<'keys.self'>> {
  if (ctx.actor.type !== 'key') throw notFound('key', 'self')
  const row = await findKey(ctx, ctx.actor.id)
  return {
    ...presentKey(row, ctx.now),
    organizationId: row.organizationId,
    limits: await levels(ctx, row.organizationId),
  }
}
