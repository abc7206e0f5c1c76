import type { Input, Output, PlaceSeries } from '@sluice/contract'
import type { Context } from '../context.ts'
import { measuredThing } from './measured-thing.ts'
import { type Place, placeSubject } from './query/place-subject.ts'
import type { Query } from './query/plan.ts'
import { readSeries } from './query/read-series.ts'
import type { Column } from './query/selection.ts'
import { type Subject, subjectOf } from './query/subject.ts'

/** A page of raw samples, or of one value a bucket, of a thing's metrics. */
export async function timeseries(
  ctx: Context,
  { params, query }: Input<'telemetry.timeseries'>,
): Promise<Output<'telemetry.timeseries'>> {
  const thing = await measuredThing(ctx, params.thingId)
  const source = { thing: thing.numbers.thing }
  const read = await readSeries(ctx, subjectOf(params.thingId, thing), query, source)
  const { values, axis, downsampledFrom } = read
  return { thingId: params.thingId, ...axis, values, downsampledFrom }
}

/** The same over the things of a site that the actor may read. */
export async function siteTimeseries(
  ctx: Context,
  { params, query }: Input<'telemetry.siteTimeseries'>,
): Promise<Output<'telemetry.siteTimeseries'>> {
  return { siteId: params.siteId, ...(await placeTimeseries(ctx, params, query)) }
}

/** The same over the things of a fleet that the actor may read. */
export async function fleetTimeseries(
  ctx: Context,
  { params, query }: Input<'telemetry.fleetTimeseries'>,
): Promise<Output<'telemetry.fleetTimeseries'>> {
  return { fleetId: params.fleetId, ...(await placeTimeseries(ctx, params, query)) }
}

async function placeTimeseries(ctx: Context, place: Place, query: Query): Promise<PlaceSeries> {
  const subject = await placeSubject(ctx, place)
  const read = await readSeries(ctx, subject, query, place)
  const { axis, values, columns, downsampledFrom } = read
  const answer = { ...axis, things: subject.members.length }
  if (query.groupBy !== 'thing') {
    return { ...answer, values, byThing: null, downsampledFrom: null }
  }
  return {
    ...{ ...answer, values: null },
    byThing: byThing(subject, columns, (id) => values[id] ?? []),
    downsampledFrom: downsampledFrom && byThing(subject, columns, (id) => downsampledFrom[id] ?? 0),
  }
}

/** What each column holds, by thing and by the column's name. */
function byThing<Held>({ members }: Subject, all: readonly Column[], heldBy: (id: string) => Held) {
  const byNumber = Map.groupBy(all, ({ thing }) => thing)
  return Object.fromEntries(
    members.map(({ id, number }) => {
      const own = byNumber.get(number) ?? []
      return [id, Object.fromEntries(own.map((column) => [column.name, heldBy(column.id)]))]
    }),
  )
}
