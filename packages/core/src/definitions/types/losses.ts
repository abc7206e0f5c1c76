import type { Thing, ThingType } from '@sluice/contract'
import type { Context } from '../../context.ts'
import { refuseUsedByThings } from '../../in-use.ts'
import { Problem } from '../../problem.ts'
import { attributeFaults } from '../attributes.ts'

/** Things that are looked at together. */
const BATCH = 1000

/**
 * Throws `conflict` when things of the type would lose something: samples that no metric leads to any more, or that a
 * metric of another meaning leads to, or attributes that the type no longer allows.
 */
export async function requireNothingLost(
  ctx: Context,
  before: ThingType,
  wanted: ThingType,
): Promise<void> {
  const lost = before.metrics.filter(({ key, metricDefinitionId }) => {
    const kept = wanted.metrics.find((metric) => metric.key === key)
    return kept?.metricDefinitionId !== metricDefinitionId
  })
  if (lost.length > 0) {
    const keys = lost.map(({ key }) => key).join(', ')
    const remedy = `Samples of ${keys} could no longer be read as what they are: keep those metrics, or make a new type.`
    await refuseUsedByThings(ctx, { thingTypeId: before.id }, remedy)
  }
  if (JSON.stringify(before.attributesSchema) === JSON.stringify(wanted.attributesSchema)) return
  await requireFittingThings(ctx, wanted)
}

async function requireFittingThings(ctx: Context, wanted: ThingType): Promise<void> {
  let after = ''
  for (;;) {
    const things = await ctx.db.thing.findMany({
      where: {
        organizationId: ctx.actor.organization.id,
        thingTypeId: wanted.id,
        id: { gt: after },
      },
      select: { id: true, attributes: true },
      orderBy: { id: 'asc' },
      take: BATCH,
    })
    const misfits = things.filter(
      ({ attributes }) => attributeFaults(wanted, attributes as Thing['attributes'], '').length > 0,
    )
    if (misfits.length > 0) throw misfit(misfits.length)
    if (things.length < BATCH) return
    after = things.at(-1)?.id ?? after
  }
}

function misfit(count: number): Problem {
  const which = count === 1 ? 'The attributes of a thing' : `The attributes of ${count} things`
  const detail = `${which} of this type do not fit the new attributesSchema. Change them first.`
  return new Problem('conflict', { detail })
}
