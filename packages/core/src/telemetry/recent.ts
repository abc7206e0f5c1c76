import type { Input, Output, PlaceRecent } from '@sluice/contract'
import type { Context } from '../context.ts'
import { thingSubject } from './measured-thing.ts'
import { type Place, placeSubject } from './place-subject.ts'
import { selectedSubject } from './selected-things.ts'

type Query = Input<'telemetry.siteRecent'>['query']

/** The latest sample of each metric, by its own time. Metrics without one are left out. */
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

/** For the things of a site or fleet that the actor may read: the latest sample of any of them, or of each. */
export async function placeRecent<Named extends Place>(
  ctx: Context,
  { params, query }: { readonly params: Named; readonly query: Query },
): Promise<Named & PlaceRecent> {
  const subject = await placeSubject(ctx, params)
  return { ...params, ...(await ctx.telemetry.recent(subject, query, ctx.now, params)) }
}

/** The same for the selected things that the actor may read. */
export async function thingsRecent(
  ctx: Context,
  { query }: Input<'telemetry.thingsRecent'>,
): Promise<Output<'telemetry.thingsRecent'>> {
  return ctx.telemetry.recent(await selectedSubject(ctx, query), query, ctx.now, {})
}
