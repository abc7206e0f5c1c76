import type { Input, Output } from '@sluice/contract'
import { invalidRequest, isoOf } from '@sluice/runtime'
import { Faults, readRange } from '@sluice/telemetry'
import { auditedTransaction, recordChange } from '../audit/index.ts'
import type { Context } from '../context.ts'
import { thingPath } from '../scopes/index.ts'
import { measuredThing } from './measured-thing.ts'

/**
 * Erases a thing's samples of a range: of the named metrics, or of all that it ever had. The audit entry is
 * written first, so there is no erasure without one. Throws `invalid-request`, or `unavailable` when it is
 * not known to have finished; sending it again does no harm.
 */
export async function erase(
  ctx: Context,
  { params, query }: Input<'telemetry.erase'>,
): Promise<Output<'telemetry.erase'>> {
  const thing = await measuredThing(ctx, params.thingId)
  const faults = new Faults()
  const range = readRange(query, ctx.now, faults)
  const names = query.metrics === undefined ? undefined : [...new Set(query.metrics.split(','))]
  const metrics = names && (await metricNumbers(ctx, names, faults))
  if (faults.count > 0) throw invalidRequest(faults.list())
  await auditedTransaction(ctx.db, (db) =>
    recordChange(
      { ...ctx, db },
      {
        operation: 'telemetry.erase',
        resource: thingPath({ id: params.thingId, thingTypeId: thing.thingTypeId }),
        before: { from: isoOf(range.from), to: isoOf(range.to), metrics: names ?? null },
      },
    ),
  )
  await ctx.telemetry.erase({ ...thing.numbers, ...range, metrics })
  return null
}

/** Metrics that the thing's type no longer has count too: their samples still exist. */
async function metricNumbers(
  { db, actor }: Context,
  names: readonly string[],
  faults: Faults,
): Promise<number[]> {
  const found = await db.metricKey.findMany({
    where: { organizationId: actor.organization.id, key: { in: [...names] } },
  })
  const numbers = new Map(found.map(({ key, number }) => [key, number]))
  return names.flatMap((name) => {
    const number = numbers.get(name)
    if (number === undefined) faults.add(`no thing ever had a metric ${name}`, 'query', 'metrics')
    return number ?? []
  })
}
