import type { Mapping } from '@sluice/contract'
import { recordChange } from '../audit/index.ts'
import type { Context } from '../context.ts'
import { versionOf } from '../resources/etag.ts'
import { isSame } from '../resources/same.ts'
import { mappingPath } from '../scopes/index.ts'
import { takeDefault } from './defaults.ts'
import { columnsOf, presentMapping } from './present.ts'

/** Replaces a mapping's fields, unless it has changed since it was read; does nothing if they are equal. */
export async function replaceMapping(
  ctx: Context,
  before: Mapping,
  wanted: Mapping,
): Promise<Mapping> {
  if (isSame(wanted, before)) return before
  if (wanted.isDefault) await takeDefault(ctx, wanted.protocol, wanted.id)
  const { id } = before
  const organizationId = ctx.actor.organization.id
  const updated = await ctx.db.mapping.update({
    where: { organizationId_id: { organizationId, id }, version: versionOf(before) },
    data: { ...columnsOf(wanted), version: { increment: 1 } },
  })
  const after = presentMapping(updated)
  const resource = mappingPath(id)
  await recordChange(ctx, { operation: 'mappings.update', resource, before, after })
  return after
}
