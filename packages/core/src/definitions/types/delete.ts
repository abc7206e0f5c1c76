import type { Input, Output } from '@sluice/contract'
import { recordChange } from '../../audit/index.ts'
import type { Context } from '../../context.ts'
import { refuseUsedByThings } from '../../resources/in-use.ts'
import { requireMatch } from '../../resources/preconditions.ts'
import { thingTypePath } from '../../scopes/index.ts'
import { findThingType } from './get.ts'
import { presentThingType } from './present.ts'
import { refuseUsedByMappings } from './used-by.ts'

/** Throws `conflict` while there are things of the type, or mappings that create them. */
export async function deleteThingType(
  ctx: Context,
  { params }: Input<'thingTypes.delete'>,
): Promise<Output<'thingTypes.delete'>> {
  const row = await findThingType(ctx, params.thingTypeId)
  const before = presentThingType(row)
  requireMatch(ctx, before.etag)
  const { organizationId, id, version } = row
  await refuseUsedByThings(ctx, { thingTypeId: id }, 'Retype them or delete them first.')
  await refuseUsedByMappings(ctx, id)
  await ctx.db.thingType.delete({ where: { organizationId_id: { organizationId, id }, version } })
  await recordChange(ctx, { operation: 'thingTypes.delete', resource: thingTypePath(id), before })
  return null
}
