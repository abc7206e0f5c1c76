import type { Input, Output, PlaceSeries } from '@sluice/contract'
import type { Timed } from '@sluice/telemetry'
import type { Context } from '../context.ts'
import { grouped } from './groups.ts'
import { thingSubject } from './measured-thing.ts'
import { type Place, placeSubject } from './place-subject.ts'
import { selectedSubject } from './selected-things.ts'

type Query = Input<'telemetry.siteTimeseries'>['query']

/** A page of raw samples, or of one value per bucket, of a thing's metrics. */
export async function timeseries(
  ctx: Context,
  { params, query }: Input<'telemetry.timeseries'>,
): Promise<Timed<Output<'telemetry.timeseries'>>> {
  const subject = await thingSubject(ctx, params.thingId)
  return { thingId: params.thingId, ...(await ctx.telemetry.thingSeries(subject, query, ctx.now)) }
}

/** The same for the things of a site or fleet that the actor may read. */
export async function placeTimeseries<Named extends Place>(
  ctx: Context,
  { params, query }: { readonly params: Named; readonly query: Query },
): Promise<Named & Timed<PlaceSeries>> {
  const subject = await grouped(ctx, await placeSubject(ctx, params), query.groupBy)
  return { ...params, ...(await ctx.telemetry.placeSeries(subject, query, ctx.now, params)) }
}

/** The same for the selected things that the actor may read. */
export async function thingsTimeseries(
  ctx: Context,
  { query }: Input<'telemetry.thingsTimeseries'>,
): Promise<Timed<Output<'telemetry.thingsTimeseries'>>> {
  const subject = await grouped(ctx, await selectedSubject(ctx, query), query.groupBy)
  return ctx.telemetry.placeSeries(subject, query, ctx.now, {})
}
