import type { Input, Output } from '@sluice/contract'
import { recordChange } from '../audit/index.ts'
import type { Context } from '../context.ts'
import { requireMatch } from '../resources/preconditions.ts'
import { thingPath } from '../scopes/index.ts'
import { findThing } from './find.ts'
import { presentThing } from './present.ts'

/**
 * Deletes the thing. Its number goes with it, so its samples become unreachable; a job erases them by the record made
 * here.
 */
export async function deleteThing(
  ctx: Context,
  { params }: Input<'things.delete'>,
): Promise<Output<'things.delete'>> {
  const row = await findThing(ctx, params.thingId)
  const before = presentThing(row)
  requireMatch(ctx, before.etag)
  await ctx.db.thing.delete({
    where: {
      organizationId_id: { organizationId: row.organizationId, id: row.id },
      version: row.version,
    },
  })
  const { organizationId, number } = row
  await ctx.db.deletedThing.create({ data: { organizationId, number, deletedAt: ctx.now } })
  const resource = thingPath(row)
  await recordChange(ctx, { operation: 'things.delete', resource, before })
  return null
}
