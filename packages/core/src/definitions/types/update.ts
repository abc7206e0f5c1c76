import type { Input, Output, ThingType } from '@sluice/contract'
import { recordChange } from '../../audit/index.ts'
import type { Context } from '../../context.ts'
import { Prisma } from '../../database/generated/client.ts'
import { requireFewLabels } from '../../labels.ts'
import { mergePatch } from '../../merge-patch.ts'
import { requireMatch } from '../../preconditions.ts'
import { invalidRequest } from '../../problem.ts'
import { thingTypePath } from '../../scopes/index.ts'
import { findThingType } from './get.ts'
import { inspectThingType } from './inspect.ts'
import { requireNothingLost } from './losses.ts'
import { bindMetrics, checkDefinitions } from './metrics.ts'
import { presentThingType } from './present.ts'

/** JSON merge patch. Throws `conflict` where things of the type would lose something by it. */
export async function updateThingType(
  ctx: Context,
  { params, body }: Input<'thingTypes.update'>,
): Promise<Output<'thingTypes.update'>> {
  const row = await findThingType(ctx, params.thingTypeId)
  const before = presentThingType(row)
  requireMatch(ctx, before.etag)
  const wanted = { attributesSchema: null, ...mergePatch(before, body) } as ThingType
  await check(ctx, wanted)
  await requireNothingLost(ctx, before, wanted)
  const { name, description, labels, unknownMetrics, attributesSchema } = wanted
  const { organizationId, id, version } = row
  await ctx.db.thingType.update({
    where: { organizationId_id: { organizationId, id }, version },
    data: {
      ...{ name, description, labels, unknownMetrics },
      attributesSchema: (attributesSchema as Prisma.InputJsonObject | null) ?? Prisma.DbNull,
      version: { increment: 1 },
    },
  })
  if (body.metrics) {
    await ctx.db.thingTypeMetric.deleteMany({ where: { organizationId, thingTypeId: id } })
    await bindMetrics(ctx, id, wanted.metrics)
  }
  const after = presentThingType(await findThingType(ctx, id))
  const resource = thingTypePath(id)
  await recordChange(ctx, { operation: 'thingTypes.update', resource, before, after })
  return after
}

/** What a patch may bring about, though it is well formed itself. */
async function check(ctx: Context, wanted: ThingType): Promise<void> {
  requireFewLabels(wanted.labels)
  const faults = inspectThingType(wanted)
  if (faults.length > 0) throw invalidRequest(faults)
  await checkDefinitions(ctx, wanted.metrics)
}
