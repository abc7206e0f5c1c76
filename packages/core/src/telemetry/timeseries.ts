import type { Input, Output } from '@sluice/contract'
import type { Timed } from '@sluice/telemetry'
import type { Context } from '../context.ts'
import { grouped } from './groups.ts'
import { thingSubject } from './measured-thing.ts'
import { placeSubject } from './place-subject.ts'
import { selectedSubject } from './selected-things.ts'

/** A page of raw samples, or of one value a bucket, of a thing's metrics. */
export async function timeseries(
  ctx: Context,
  { params, query }: Input<'telemetry.timeseries'>,
): Promise<Timed<Output<'telemetry.timeseries'>>> {
  const subject = await thingSubject(ctx, params.thingId)
  return { thingId: params.thingId, ...(await ctx.telemetry.thingSeries(subject, query, ctx.now)) }
}

/** The same over the things of a site that the actor may read. */
export async function siteTimeseries(
  ctx: Context,
  { params, query }: Input<'telemetry.siteTimeseries'>,
): Promise<Timed<Output<'telemetry.siteTimeseries'>>> {
  const subject = await grouped(ctx, await placeSubject(ctx, params), query.groupBy)
  return {
    siteId: params.siteId,
    ...(await ctx.telemetry.placeSeries(subject, query, ctx.now, params)),
  }
}

/** The same over the things of a fleet that the actor may read. */
export async function fleetTimeseries(
  ctx: Context,
  { params, query }: Input<'telemetry.fleetTimeseries'>,
): Promise<Timed<Output<'telemetry.fleetTimeseries'>>> {
  const subject = await grouped(ctx, await placeSubject(ctx, params), query.groupBy)
  return {
    fleetId: params.fleetId,
    ...(await ctx.telemetry.placeSeries(subject, query, ctx.now, params)),
  }
}

/** The same over the things that the query selects, as far as the actor may read them. */
export async function thingsTimeseries(
  ctx: Context,
  { query }: Input<'telemetry.thingsTimeseries'>,
): Promise<Timed<Output<'telemetry.thingsTimeseries'>>> {
  const subject = await grouped(ctx, await selectedSubject(ctx, query), query.groupBy)
  return ctx.telemetry.placeSeries(subject, query, ctx.now, {})
}
