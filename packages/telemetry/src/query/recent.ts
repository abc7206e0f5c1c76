import type { Input, Output, PlaceRecent } from '@sluice/contract'
import { invalidRequest, isoOf, microsOfIso } from '@sluice/runtime'
import type { LatestRow, LatestRows } from '../cache/latest/latest-rows.ts'
import { Faults } from '../decode/faults.ts'
import type { Metric } from '../measured-thing.ts'
import type { SampleStore } from '../store.ts'
import { pageOfMembers } from './pages/member-page.ts'
import { readMetrics } from './plan/selection.ts'
import type { Subject } from './plan/subject.ts'
import { sampleValue } from './stored-value.ts'

/**
 * The latest sample of each metric, by its own time: of any thing of the subject, or of each. Metrics that have none are
 * left out.
 *
 * @param source tells the subject from others, so that a cursor is of use with this one only
 */
export async function readRecentSamples(
  store: Pick<SampleStore, 'latest'>,
  all: Subject,
  query: Input<'telemetry.siteRecent'>['query'],
  now: Date,
  source: object,
): Promise<PlaceRecent> {
  const wanted = wantedMetrics(query.metrics, all)
  const things = all.members.length
  if (query.groupBy === 'none') {
    const byThing = await readRecent(store, all, wanted, now)
    return { things, metrics: latestOf(byThing), byThing: null, nextCursor: null }
  }
  const { subject, nextCursor } = pageOfMembers(all, { ...query, ...source })
  const byThing = Object.fromEntries(await readRecent(store, subject, wanted, now))
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
  store: Pick<SampleStore, 'latest'>,
  { organization, members }: Subject,
  wanted: readonly Metric[],
  now: Date,
): Promise<Map<string, Recents>> {
  const things = members.map(({ number }) => number)
  const byThing = await store.latest(organization, things)
  const ownOf = new Map<readonly Metric[], Metric[]>()
  return new Map(
    members.map(({ id, number, metrics }) => {
      // Things of a type share their list.
      const own = ownOf.get(metrics) ?? ownMetrics(metrics, wanted)
      ownOf.set(metrics, own)
      return [id, recentsOf(own, byThing.get(number), now)]
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
