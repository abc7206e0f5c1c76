import type { Input, Output, PlaceRecent } from '@sluice/contract'
import {
  decodeCursor,
  encodeCursor,
  getOrMake,
  invalidRequest,
  isoOf,
  mapInSlices,
} from '@sluice/runtime'
import { ANSWER_BYTES, tooLarge } from '../answer-bytes.ts'
import { latestInParts } from '../cache/latest/latest-in-parts.ts'
import type { LatestByThing, LatestRow } from '../cache/latest/latest-rows.ts'
import { Faults } from '../decode/faults.ts'
import type { Metric } from '../measured-thing.ts'
import type { SampleStore } from '../store.ts'
import { checkPage, pageOfMembers } from './pages/member-page.ts'
import { ownMetrics, readMetrics } from './plan/selection.ts'
import type { Member, Subject } from './plan/subject.ts'
import { ResponseRoom } from './response-bytes.ts'
import { sampleValue } from './stored-value.ts'

/**
 * The latest sample of each metric by its own time, of any thing of the subject or of each. Metrics without one are
 * left out.
 *
 * @param source identifies the subject, so that a cursor is valid only for it
 */
export async function readRecentSamples(
  store: Pick<SampleStore, 'latest'>,
  all: Subject,
  query: Input<'telemetry.siteRecent'>['query'],
  now: Date,
  source: object,
): Promise<PlaceRecent> {
  const wanted = readQuery(query, all)
  const things = all.members.length
  if (query.groupBy === 'none') {
    const metrics = await readLatestOfAll(store, all, wanted, now)
    return { things, metrics, byThing: null, nextCursor: null }
  }
  const bound = { ...query, ...source }
  const [after] = query.cursor === undefined ? [] : decodeCursor(bound, query.cursor)
  const page = pageOfMembers(all, { limit: query.limit, after })
  const { byThing, last = page.last } = await readOfEach(store, page.subject, wanted, now)
  const nextCursor = last === undefined ? null : encodeCursor(bound, [last])
  return { things, metrics: null, byThing, nextCursor }
}

function readQuery(query: Input<'telemetry.siteRecent'>['query'], subject: Subject): Metric[] {
  const faults = new Faults()
  const metrics = readMetrics(query.metrics, subject, faults, subject.metrics.length)
  checkPage(query, faults)
  if (faults.count > 0) throw invalidRequest(faults.list())
  return metrics
}

type Recents = Output<'telemetry.recent'>['metrics']
type LatestRows = ReturnType<LatestByThing['get']>

interface RecentByThing {
  readonly byThing: Record<string, Recents>
  /** The last thing, if others do not fit. */
  readonly last: string | undefined
}

/** By thing, in order, and by metric. */
async function readOfEach(
  store: Pick<SampleStore, 'latest'>,
  subject: Subject,
  wanted: readonly Metric[],
  now: Date,
): Promise<RecentByThing> {
  const found: [id: string, Recents][] = []
  const room = new ResponseRoom()
  let last: string | undefined
  await readInBatches(store, subject, wanted, ({ id }, metrics, rows) => {
    const recents = recentsOf(metrics, rows, now)
    if (!room.fits(Object.values(recents).map(({ value }) => value))) {
      last = found.at(-1)?.[0]
      if (last === undefined) throw tooLarge(ANSWER_BYTES)
      return false
    }
    found.push([id, recents])
    return true
  })
  return { byThing: Object.fromEntries(found), last }
}

/** For each metric the latest of any thing; of several with the same time, that of the oldest thing, as in summaries. */
async function readLatestOfAll(
  store: Pick<SampleStore, 'latest'>,
  subject: Subject,
  wanted: readonly Metric[],
  now: Date,
): Promise<PlaceRecent['metrics']> {
  const latest = new Map<string, Found>()
  const room = new ResponseRoom()
  await readInBatches(store, subject, wanted, (member, metrics, rows) => {
    for (const metric of metrics) {
      const row = rows?.get(metric.number)
      const known = latest.get(metric.key)
      const found = row && { member, metric, row }
      if (!found || (known && !isLater(found, known))) continue
      if (known) room.giveBack(known.row.text)
      room.take([row.text])
      latest.set(metric.key, found)
    }
    return true
  })
  const entries = [...latest].map(([key, { member, metric, row }]) => {
    return [key, { ...present(metric, row, isoOf(row.time), now), thingId: member.id }] as const
  })
  return Object.fromEntries(entries)
}

interface Found {
  readonly member: Member
  readonly metric: Metric
  readonly row: LatestRow
}

/** Numbers of things ascend in the order in which they were made. */
function isLater(one: Found, other: Found): boolean {
  const by = one.row.time - other.row.time
  return by === 0 ? one.member.number < other.member.number : by > 0
}

/** Series whose latest values are read by one statement. */
const BATCH = 100_000

/**
 * Reads the latest rows of a subject's things in batches of series, and visits the things in order, until `visit` returns
 * false. Rows are dropped once they were visited.
 */
async function readInBatches(
  store: Pick<SampleStore, 'latest'>,
  { organization, members }: Subject,
  wanted: readonly Metric[],
  visit: (member: Member, metrics: readonly Metric[], rows: LatestRows) => boolean,
): Promise<void> {
  const ownOf = new Map<readonly Metric[], Metric[]>()
  let goesOn = true
  for (const batch of batchesOf(members)) {
    for await (const { things, latest } of latestInParts(store.latest, organization, batch)) {
      await mapInSlices(things, (member) => {
        // Things of a type share their list of metrics.
        const own = getOrMake(ownOf, member.metrics, () => ownMetrics(member.metrics, wanted))
        goesOn &&= visit(member, own, latest.get(member.number))
      })
      if (!goesOn) return
    }
  }
}

/** All metrics of a thing are read, whichever are wanted. */
function* batchesOf(members: readonly Member[]): Generator<readonly Member[]> {
  let from = 0
  let series = 0
  for (const [i, { metrics }] of members.entries()) {
    series += metrics.length
    if (series <= BATCH || i === from) continue
    yield members.slice(from, i)
    from = i
    series = metrics.length
  }
  if (from < members.length) yield members.slice(from)
}

function recentsOf(metrics: readonly Metric[], rows: LatestRows, now: Date): Recents {
  if (rows === undefined) return {}
  // Metrics of a frame have the same time, and formatting it is most of the work.
  let time: number | undefined
  let timestamp = ''
  const entries: [key: string, Recents[string]][] = []
  for (const metric of metrics) {
    const row = rows.get(metric.number)
    if (row === undefined) continue
    if (row.time !== time) {
      time = row.time
      timestamp = isoOf(time)
    }
    entries.push([metric.key, present(metric, row, timestamp, now)])
  }
  return Object.fromEntries(entries)
}

/** A metric is stale after twice its expected interval. A sample ahead of the clock has age 0. */
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
