import type { Input, Output } from '@sluice/contract'
import { invalidRequest, isoOf } from '@sluice/runtime'
import { Faults, readRange } from '@sluice/telemetry'
import { auditedTransaction, recordChange } from '../audit/index.ts'
import type { Context } from '../context.ts'
import { etagOf } from '../resources/etag.ts'
import { requireMatch } from '../resources/preconditions.ts'
import { thingPath } from '../scopes/index.ts'
import { findThing } from '../things/index.ts'
import { dropErasure, leaveErasure, queueErasure } from './erasure-jobs.ts'

/**
 * Erases a thing's samples in a range: of the named metrics, or of all that it ever had. The audit entry is written
 * first, so no erasure lacks one, together with a job that finishes an interrupted erasure. Throws `invalid-request`,
 * `precondition-failed`, or `unavailable` if it may not have finished: then the job does.
 */
export async function erase(
  ctx: Context,
  { params, query }: Input<'telemetry.erase'>,
): Promise<Output<'telemetry.erase'>> {
  const thing = await findThing(ctx, params.thingId)
  requireMatch(ctx, etagOf(thing))
  const numbers = { organization: ctx.actor.organization.number, thing: thing.number }
  const faults = new Faults()
  const range = readRange(query, ctx.now, faults)
  const names = query.metrics === undefined ? undefined : [...new Set(query.metrics.split(','))]
  const metrics = names && (await metricNumbers(ctx, names, faults))
  if (faults.count > 0) throw invalidRequest(faults.list())
  const erasure = { ...numbers, from: range.from, to: range.to, metrics }
  const below = await ctx.telemetry.takeVersion(numbers)
  const job = { ...erasure, below: String(below) }
  const key = await auditedTransaction(ctx.db, async (db) => {
    await recordChange(
      { ...ctx, db },
      {
        operation: 'telemetry.erase',
        resource: thingPath(thing),
        before: { from: isoOf(range.from), to: isoOf(range.to), metrics: names ?? null },
      },
    )
    return queueErasure(db, job)
  })
  try {
    await ctx.telemetry.erase({ ...erasure, below })
  } catch (fault) {
    // Otherwise the job would only run after its minute.
    await leaveErasure(ctx.db, job, key).catch(() => {})
    throw fault
  }
  ctx.lastSeen.samplesErased(ctx.actor.organization.id, params.thingId)
  // If this fails, the job repeats the erasure, which changes nothing.
  await dropErasure(ctx.db, key).catch(() => {})
  return null
}

/** Includes metrics that the thing's type no longer has, since their samples still exist. */
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
