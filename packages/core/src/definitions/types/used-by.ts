import type { Context } from '../../context.ts'
import { inUse } from '../../resources/in-use.ts'
import { covers, mappingPath } from '../../scopes/index.ts'

/** Throws `conflict` while mappings create things of the type, naming those that the caller may read. */
export async function refuseUsedByMappings(ctx: Context, thingTypeId: string): Promise<void> {
  const uses = await ctx.db.mapping.findMany({
    where: { organizationId: ctx.actor.organization.id, createMissing: thingTypeId },
    select: { id: true },
    orderBy: { id: 'asc' },
  })
  if (uses.length === 0) return
  const ids = uses
    .map(({ id }) => id)
    .filter((id) => covers(ctx.actor.scopes, 'read', [mappingPath(id)]))
  throw inUse({ count: uses.length, ids, kind: 'mappings' }, 'Take it out of them first.')
}
