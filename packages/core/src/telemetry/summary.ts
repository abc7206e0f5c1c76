import type { Input, Output, PlaceSummary } from '@sluice/contract'
import type { Context } from '../context.ts'
import { grouped } from './groups.ts'
import { thingSubject } from './measured-thing.ts'
import { type Place, placeSubject } from './place-subject.ts'
import { selectedSubject } from './selected-things.ts'

type Query = Input<'telemetry.siteSummary'>['query']

/** Counts, extremes, ends, averages and percentiles of each metric in a range. */
export async function summary(
  ctx: Context,
  { params, query }: Input<'telemetry.summary'>,
): Promise<Output<'telemetry.summary'>> {
  const { thingId } = params
  const subject = await thingSubject(ctx, thingId)
  const each = { ...query, groupBy: 'thing' as const, limit: 1 }
  const { from, to, byThing } = await ctx.telemetry.summary(subject, each, ctx.now, params)
  return { thingId, from, to, metrics: byThing?.[thingId] ?? {} }
}

/** The same for the things of a site or fleet that the actor may read. */
export async function placeSummary<Named extends Place>(
  ctx: Context,
  { params, query }: { readonly params: Named; readonly query: Query },
): Promise<Named & PlaceSummary> {
  const subject = await grouped(ctx, await placeSubject(ctx, params), query.groupBy)
  return { ...params, ...(await ctx.telemetry.summary(subject, query, ctx.now, params)) }
}

/** The same for the selected things that the actor may read. */
export async function thingsSummary(
  ctx: Context,
  { query }: Input<'telemetry.thingsSummary'>,
): Promise<Output<'telemetry.thingsSummary'>> {
  const subject = await grouped(ctx, await selectedSubject(ctx, query), query.groupBy)
  return ctx.telemetry.summary(subject, query, ctx.now, {})
}
