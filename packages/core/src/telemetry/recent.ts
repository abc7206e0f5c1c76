import type { Input, Output, PlaceRecent } from '@sluice/contract'
import type { Context } from '../context.ts'
import { invalidRequest } from '../problem.ts'
import { Faults } from './intake/faults.ts'
import { isoOf, microsOfIso } from './intake/timestamp.ts'
import type { LatestRow, LatestRows } from './latest/latest-rows.ts'
import { type Metric, measuredThing } from './measured-thing.ts'
import { pageOfMembers } from './query/member-page.ts'
import { type Place, placeSubject } from './query/place-subject.ts'
import { readMetrics } from './query/selection.ts'
import { sampleValue } from './query/stored-value.ts'
import { type Subject, subjectOf } from './query/subject.ts'

/** The latest sample of each metric, by its own time. Metrics that have none are left out. */
export async function recent(
  ctx: Context,
  { params, query }: Input<'telemetry.recent'>,
): Promise<Output<'telemetry.recent'>> {
  const subject = subjectOf(params.thingId, await measuredThing(ctx, params.thingId))
  const wanted = wantedMetrics(query.metrics, subject)
  const [metrics = {}] = (await readRecent(ctx, subject, wanted)).values()
  return { thingId: params.thingId, metrics }
}

/** Of the things of a site that the actor may read: the latest sample of any, or of each. */
export async function siteRecent(
  ctx: Context,
  { params, query }: Input<'telemetry.siteRecent'>,
): Promise<Output<'telemetry.siteRecent'>> {
  return { siteId: params.siteId, ...(await placeRecent(ctx, params, query)) }
}

/** The same of a fleet. */
export async function fleetRecent(
  ctx: Context,
  { params, query }: Input<'telemetry.fleetRecent'>,
): Promise<Output<'telemetry.fleetRecent'>> {
  return { fleetId: params.fleetId, ...(await placeRecent(ctx, params, query)) }
}

async function placeRecent(
  ctx: Context,
  place: Place,
  query: Input<'telemetry.siteRecent'>['query'],
): Promise<PlaceRecent> {
  const all = await placeSubject(ctx, place)
  const wanted = wantedMetrics(query.metrics, all)
  const things = all.members.length
  if (query.groupBy === 'none') {
    const byThing = await readRecent(ctx, all, wanted)
    return { things, metrics: latestOf(byThing), byThing: null, nextCursor: null }
  }
  const { subject, nextCursor } = pageOfMembers(all, { ...query, ...place })
  const byThing = Object.fromEntries(await readRecent(ctx, subject, wanted))
  return { things, metrics: null, byThing, nextCursor }
}

function wantedMetrics(list: string | undefined, subject: Subject): Metric[] {
  const faults = new Faults()
  const metrics = readMetrics(list, subject, faults, subject.metrics.length)
  if (faults.count > 0) throw invalidRequest(faults.list())
  return metrics
}

type Recents = Output<'telemetry.recent'>['metrics']

/** By thing, in their order, and by metric. */
async function readRecent(
  ctx: Context,
  { organization, members }: Subject,
  wanted: readonly Metric[],
): Promise<Map<string, Recents>> {
  const things = members.map(({ number }) => number)
  const byThing = await ctx.telemetry.latest(organization, things)
  const ownOf = new Map<readonly Metric[], Metric[]>()
  return new Map(
    members.map(({ id, number, metrics }) => {
      // Things of a type share their list.
      const own = ownOf.get(metrics) ?? ownMetrics(metrics, wanted)
      ownOf.set(metrics, own)
      return [id, recentsOf(own, byThing.get(number), ctx.now)]
    }),
  )
}

/** What a thing means by the wanted keys, in their order. */
function ownMetrics(metrics: readonly Metric[], wanted: readonly Metric[]): Metric[] {
  const own = new Map(metrics.map((metric) => [metric.key, metric]))
  return wanted.flatMap(({ key }) => own.get(key) ?? [])
}

function recentsOf(metrics: readonly Metric[], rows: LatestRows | undefined, now: Date): Recents {
  if (rows === undefined) return {}
  // The metrics of a frame are of one time, whose text is most of the work.
  let time: number | undefined
  let timestamp = ''
  const entries = metrics.flatMap((metric) => {
    const row = rows.get(metric.number)
    if (row === undefined) return []
    if (row.time !== time) {
      time = row.time
      timestamp = isoOf(time)
    }
    return [[metric.key, present(metric, row, timestamp, now)] as const]
  })
  return Object.fromEntries(entries)
}

/** Silent for longer than twice the expected interval is stale. A sample from ahead of the clock has age 0. */
function present(
  { valueType, expectedIntervalSeconds }: Metric,
  { time, number, text }: LatestRow,
  timestamp: string,
  now: Date,
) {
  const ageSeconds = Math.max(now.getTime() * 1000 - time, 0) / 1e6
  return {
    timestamp,
    value: sampleValue(number, text, valueType),
    ageSeconds,
    stale: expectedIntervalSeconds === null ? null : ageSeconds > 2 * expectedIntervalSeconds,
  }
}

/** Of each metric the latest of any thing, the first of them where several are of one time. */
function latestOf(byThing: ReadonlyMap<string, Recents>): PlaceRecent['metrics'] {
  const latest = new Map<string, Recents[string] & { thingId: string }>()
  for (const [thingId, metrics] of byThing) {
    for (const [key, found] of Object.entries(metrics)) {
      const known = latest.get(key)
      // Not by age, which is 0 for all that is ahead of the clock.
      if (!known || microsOfIso(found.timestamp) > microsOfIso(known.timestamp)) {
        latest.set(key, { ...found, thingId })
      }
    }
  }
  return Object.fromEntries(latest)
}
