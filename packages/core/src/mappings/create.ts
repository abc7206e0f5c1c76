import { type Input, type Output, plainExpressions } from '@sluice/contract'
import { recordChange } from '../audit/index.ts'
import type { Context } from '../context.ts'
import { newId } from '../resources/ids.ts'
import { mappingPath, requireScope } from '../scopes/index.ts'
import { takeDefault } from './defaults.ts'
import { columnsOf, presentMapping } from './present.ts'
import { requireRoomForMapping, requireThingType } from './require.ts'

/** Throws `conflict` if the organization has too many, and `scope-missing` as {@link takeDefault} does. */
export async function createMapping(
  ctx: Context,
  { body }: Input<'mappings.create'>,
): Promise<Output<'mappings.create'>> {
  const { id = newId(), ...draft } = body
  const resource = mappingPath(id)
  requireScope(ctx, 'write', [resource])
  await requireThingType(ctx, draft.createMissing)
  await requireRoomForMapping(ctx)
  if (draft.isDefault) await takeDefault(ctx, draft.protocol, id)
  const { thing, metric } = plainExpressions[draft.protocol]
  const columns = columnsOf({
    ...draft,
    thing: draft.thing ?? thing,
    metric: draft.metric ?? metric,
  })
  const organizationId = ctx.actor.organization.id
  const row = await ctx.db.mapping.create({
    data: { ...columns, id, organizationId, createdAt: ctx.now, updatedAt: ctx.now },
  })
  const after = presentMapping(row)
  await recordChange(ctx, { operation: 'mappings.create', resource, after })
  return after
}
