import type { Thing, ThingType } from '@sluice/contract'
import { mapInSlices, Problem } from '@sluice/runtime'
import type { Context } from '../../context.ts'
import { Takes } from '../../lists/index.ts'
import { refuseUsedByThings } from '../../resources/in-use.ts'
import { isSame } from '../../resources/same.ts'
import { requireScope, thingPath } from '../../scopes/index.ts'
import { attributeFaults } from '../attributes.ts'
import { type Lock, lockDefinitions, relyingOn } from '../locks.ts'

/** Things that the first statement reads: their attributes, up to 16 kB each, are parsed in one go. */
const FIRST = 6
/** Things that are looked at before those that do not fit are told. */
const BATCH = 100

/**
 * The locks for changing a type like this: its things' type if they could lose something, and the definitions that it
 * binds.
 */
export function locksOfThingType(
  before: ThingType | undefined,
  { id, ...wanted }: Pick<ThingType, 'id' | 'metrics' | 'attributesSchema'>,
): Lock[] {
  const bound = wanted.metrics.map(({ metricDefinitionId }) => metricDefinitionId)
  const alone = before && (lostMetrics(before, wanted).length > 0 || hasOtherSchema(before, wanted))
  return [
    ...(alone ? [{ kind: 'types', id, alone } as const] : []),
    ...(isSame(before?.metrics, wanted.metrics) ? [] : relyingOn('metrics', bound)),
  ]
}

function lostMetrics(before: ThingType, wanted: Pick<ThingType, 'metrics'>): ThingType['metrics'] {
  return before.metrics.filter(({ key, metricDefinitionId }) => {
    const kept = wanted.metrics.find((metric) => metric.key === key)
    return kept?.metricDefinitionId !== metricDefinitionId
  })
}

function hasOtherSchema(before: ThingType, wanted: Pick<ThingType, 'attributesSchema'>): boolean {
  return !isSame(before.attributesSchema, wanted.attributesSchema)
}

/**
 * Throws `conflict` if things of the type would lose something: samples whose metric is removed or changes its meaning,
 * or attributes that the type no longer allows. Throws `scope-missing` if the caller may not read the things whose
 * attributes would be compared.
 *
 * @param judged ids of things that the caller checks by the changed type, because it changes them, too
 */
export async function requireNothingLost(
  ctx: Context,
  before: ThingType,
  wanted: ThingType,
  judged: ReadonlySet<string> = new Set(),
): Promise<void> {
  await lockDefinitions(ctx, locksOfThingType(before, wanted))
  const lost = lostMetrics(before, wanted)
  if (lost.length > 0) {
    const keys = lost.map(({ key }) => key).join(', ')
    const remedy = `Samples of ${keys} could no longer be read as what they are: keep those metrics, or make a new type.`
    await refuseUsedByThings(ctx, { thingTypeId: before.id }, remedy)
  }
  if (wanted.attributesSchema !== null && hasOtherSchema(before, wanted)) {
    await requireFittingThings(ctx, wanted, judged)
  }
}

async function requireFittingThings(
  ctx: Context,
  wanted: ThingType,
  judged: ReadonlySet<string>,
): Promise<void> {
  const takes = new Takes('things', FIRST)
  let [after, looked, misfits] = ['', 0, 0]
  for (;;) {
    const take = Math.min(takes.next, BATCH - (looked % BATCH))
    const things = await ctx.db.thing.findMany({
      where: {
        organizationId: ctx.actor.organization.id,
        thingTypeId: wanted.id,
        id: { gt: after },
      },
      select: { id: true, attributes: true },
      orderBy: { id: 'asc' },
      take,
    })
    takes.note(things)
    // Whether attributes fit a schema reveals something about them.
    if (things.length > 0)
      requireScope(ctx, 'read', [thingPath({ id: '#', thingTypeId: wanted.id })])
    const others = things.filter(({ id }) => !judged.has(id))
    const faults = await mapInSlices(others, ({ attributes }) =>
      attributeFaults(wanted, attributes as Thing['attributes'], ''),
    )
    misfits += faults.filter(({ length }) => length > 0).length
    looked += things.length
    const isLast = things.length < take
    if (misfits > 0 && (isLast || looked % BATCH === 0)) throw misfit(misfits, isLast)
    if (isLast) return
    after = things.at(-1)?.id ?? after
  }
}

/** @param whole whether all things were looked at, so that the count is exact */
function misfit(count: number, whole: boolean): Problem {
  const things = count === 1 ? 'thing' : 'things'
  const which = `${whole ? '' : 'at least '}${count} ${things}`
  const detail = `The attributes of ${which} of this type do not fit the new attributesSchema. Change them first.`
  return new Problem('conflict', { detail })
}
