import type { Input, Output } from '@sluice/contract'
import type { Context } from '../context.ts'
import { thingSubject } from './measured-thing.ts'
import { placeSubject } from './place-subject.ts'
import { selectedSubject } from './selected-things.ts'

/** The latest sample of each metric, by its own time. Metrics that have none are left out. */
export async function recent(
  ctx: Context,
  { params, query }: Input<'telemetry.recent'>,
): Promise<Output<'telemetry.recent'>> {
  const { thingId } = params
  const subject = await thingSubject(ctx, thingId)
  const each = { ...query, groupBy: 'thing' as const, limit: 1 }
  const { byThing } = await ctx.telemetry.recent(subject, each, ctx.now, params)
  return { thingId, metrics: byThing?.[thingId] ?? {} }
}

/** Of the things of a site that the actor may read: the latest sample of any, or of each. */
export async function siteRecent(
  ctx: Context,
  { params, query }: Input<'telemetry.siteRecent'>,
): Promise<Output<'telemetry.siteRecent'>> {
  const subject = await placeSubject(ctx, params)
  return {
    siteId: params.siteId,
    ...(await ctx.telemetry.recent(subject, query, ctx.now, params)),
  }
}

/** The same of a fleet. */
export async function fleetRecent(
  ctx: Context,
  { params, query }: Input<'telemetry.fleetRecent'>,
): Promise<Output<'telemetry.fleetRecent'>> {
  const subject = await placeSubject(ctx, params)
  return {
    fleetId: params.fleetId,
    ...(await ctx.telemetry.recent(subject, query, ctx.now, params)),
  }
}

/** The same over the things that the query selects, as far as the actor may read them. */
export async function thingsRecent(
  ctx: Context,
  { query }: Input<'telemetry.thingsRecent'>,
): Promise<Output<'telemetry.thingsRecent'>> {
  return ctx.telemetry.recent(await selectedSubject(ctx, query), query, ctx.now, {})
}
