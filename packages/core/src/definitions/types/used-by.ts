import type { Context } from '../../context.ts'
import { refuseUsedBy } from '../../resources/in-use.ts'
import { mappingPath } from '../../scopes/index.ts'

/** Throws `conflict` while mappings create things of the type, naming those that the caller may read. */
export async function refuseUsedByMappings(ctx: Context, thingTypeId: string): Promise<void> {
  const uses = await ctx.db.mapping.findMany({
    where: { organizationId: ctx.actor.organization.id, createMissing: thingTypeId },
    select: { id: true },
    orderBy: { id: 'asc' },
  })
  const ids = uses.map(({ id }) => id)
  refuseUsedBy(ctx, { ids, kind: 'mappings', pathOf: mappingPath }, 'Take it out of them first.')
}
