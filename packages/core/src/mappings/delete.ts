import type { Input, Output } from '@sluice/contract'
import { recordChange } from '../audit/index.ts'
import type { Context } from '../context.ts'
import { requireMatch } from '../resources/preconditions.ts'
import { mappingPath } from '../scopes/index.ts'
import { findMapping } from './get.ts'
import { presentMapping } from './present.ts'

export async function deleteMapping(
  ctx: Context,
  { params }: Input<'mappings.delete'>,
): Promise<Output<'mappings.delete'>> {
  const row = await findMapping(ctx, params.mappingId)
  const before = presentMapping(row)
  requireMatch(ctx, before.etag)
  const { organizationId, id, version } = row
  await ctx.db.mapping.delete({ where: { organizationId_id: { organizationId, id }, version } })
  await recordChange(ctx, { operation: 'mappings.delete', resource: mappingPath(id), before })
  return null
}
