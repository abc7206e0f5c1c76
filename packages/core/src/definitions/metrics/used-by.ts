import type { Context } from '../../context.ts'
import { refuseUsedBy } from '../../resources/in-use.ts'
import { thingTypePath } from '../../scopes/index.ts'

/** Throws `conflict` while thing types use the definition, naming those that the caller may read. */
export async function refuseUsedByTypes(ctx: Context, id: string, remedy: string): Promise<void> {
  // Grouped by Postgres; for distinct ones Prisma would read every use.
  const uses = await ctx.db.thingTypeMetric.groupBy({
    by: ['thingTypeId'],
    where: { organizationId: ctx.actor.organization.id, metricDefinitionId: id },
    orderBy: { thingTypeId: 'asc' },
  })
  const ids = uses.map(({ thingTypeId }) => thingTypeId)
  refuseUsedBy(ctx, { ids, kind: 'thing types', pathOf: thingTypePath }, remedy)
}
