import type { Context } from '../../context.ts'
import { inUse } from '../../resources/in-use.ts'
import { covers, thingTypePath } from '../../scopes/index.ts'

/** Throws `conflict` while thing types use the definition, naming those that the caller may read. */
export async function refuseUsedByTypes(ctx: Context, id: string, remedy: string): Promise<void> {
  // Grouped by Postgres; for distinct ones Prisma would read every use.
  const uses = await ctx.db.thingTypeMetric.groupBy({
    by: ['thingTypeId'],
    where: { organizationId: ctx.actor.organization.id, metricDefinitionId: id },
    orderBy: { thingTypeId: 'asc' },
  })
  if (uses.length === 0) return
  const ids = uses
    .map(({ thingTypeId }) => thingTypeId)
    .filter((type) => covers(ctx.actor.scopes, 'read', [thingTypePath(type)]))
  throw inUse({ count: uses.length, ids, kind: 'thing types' }, remedy)
}
