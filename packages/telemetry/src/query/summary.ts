import type { Input, Output, PlaceSummary } from '@sluice/contract'
import { getOrMake, inSlices, invalidRequest, isoOf, mapInSlices } from '@sluice/runtime'
import { Faults } from '../decode/faults.ts'
import type { Metric } from '../measured-thing.ts'
import type { SampleStore } from '../store.ts'
import { checkPage, pageOfMembers } from './pages/member-page.ts'
import { mergeMetrics, metricsByKey } from './plan/merge-metrics.ts'
import { cursorOf, placeOf } from './plan/page-cursor.ts'
import { type Range, readRange } from './plan/range.ts'
import { ownMetrics, readMetrics } from './plan/selection.ts'
import { type Line, type Subject, scopeOf, TOGETHER } from './plan/subject.ts'
import { ResponseRoom } from './response-bytes.ts'
import { type LineSummary, summarize } from './summarize.ts'

/**
 * Counts, extremes, ends, averages and percentiles of each metric in a range, for the subject's things together or
 * each.
 *
 * @param source identifies the subject, so that a cursor is valid only for it
 */
export async function readSummary(
  store: SampleStore,
  all: Subject,
  query: Input<'telemetry.siteSummary'>['query'],
  now: Date,
  source: object,
): Promise<PlaceSummary> {
  const bound = { ...query, ...source }
  const { groupBy, cursor } = query
  const position = groupBy === 'thing' && cursor !== undefined ? placeOf(bound, cursor) : undefined
  const { range, metrics } = readQuery(all, query, now, position?.range)
  if (store.catchUp) await store.catchUp(scopeOf(all))
  const answer = {
    ...{ ...times(range), things: all.members.length },
    ...{ metrics: null, byThing: null, byGroup: null, nextCursor: null },
  }
  const room = new ResponseRoom()
  if (all.groups) {
    const byGroup: NonNullable<PlaceSummary['byGroup']> = []
    for (const { name, members } of all.groups) {
      const subject = { ...all, members }
      const own = await metricsOf(members, metrics)
      const summary = await summarizeTogether(store, subject, own, range, now, room)
      byGroup.push({ group: name, things: members.length, metrics: summary })
    }
    return { ...answer, byGroup }
  }
  if (groupBy === 'none') {
    return { ...answer, metrics: await summarizeTogether(store, all, metrics, range, now, room) }
  }
  const { subject, last } = pageOfMembers(all, { limit: query.limit, after: position?.start })
  const byThing = await summarizeEach(store, subject, metrics, range, now, room)
  return { ...answer, byThing, nextCursor: cursorOf(bound, range, last) }
}

/** The wanted metrics that a group's things have, as they define them. Only the value type is the same in all groups. */
async function metricsOf(
  members: Subject['members'],
  wanted: readonly Metric[],
): Promise<Metric[]> {
  // Things of a type share their list of metrics.
  const types = new Set(members.map(({ metrics }) => metrics))
  const lists = Array.from(types, (type) => ownMetrics(type, wanted))
  const own = metricsByKey(await inSlices(mergeMetrics(lists)))
  return wanted.flatMap(({ key, valueType }) => {
    const metric = own.get(key)
    return metric ? { ...metric, valueType } : []
  })
}

async function summarizeTogether(
  store: SampleStore,
  subject: Subject,
  metrics: readonly Metric[],
  range: Range,
  now: Date,
  room: ResponseRoom,
): Promise<NonNullable<PlaceSummary['metrics']>> {
  const lines = metrics.map((metric) => ({ thing: TOGETHER, metric }))
  const found = within(room, await summarize(store, subject, lines, range, now))
  const ids = new Map(subject.members.map(({ id, number }) => [number, id]))
  const entries = lines.map((line) => [line.metric.key, ofThings(found(line), ids)] as const)
  return Object.fromEntries(entries)
}

async function summarizeEach(
  store: SampleStore,
  subject: Subject,
  wanted: readonly Metric[],
  range: Range,
  now: Date,
  room: ResponseRoom,
): Promise<PlaceSummary['byThing']> {
  // Things of a type share their list of metrics.
  const askedOf = new Map<readonly Metric[], readonly Metric[]>()
  const linesOf = await mapInSlices(subject.members, ({ id, number, metrics }) => {
    const asked = getOrMake(askedOf, metrics, () => ownMetrics(metrics, wanted))
    return { id, lines: asked.map((metric) => ({ thing: number, metric })) }
  })
  const lines = linesOf.flatMap((thing) => thing.lines)
  const found = within(room, await summarize(store, subject, lines, range, now))
  const summaries = await mapInSlices(linesOf, ({ id, lines }) => {
    const entries = lines.map((line) => [line.metric.key, ofThing(found(line))] as const)
    return [id, Object.fromEntries(entries)] as const
  })
  return Object.fromEntries(summaries)
}

/** Summaries as long as a response has room for their texts. */
function within(room: ResponseRoom, found: (line: Line) => LineSummary): typeof found {
  return (line) => {
    const summary = found(line)
    room.take([summary.first?.value, summary.last?.value])
    return summary
  }
}

function readQuery(
  subject: Subject,
  query: Input<'telemetry.siteSummary'>['query'],
  now: Date,
  pageRange: Range | undefined,
): { readonly range: Range; readonly metrics: readonly Metric[] } {
  const faults = new Faults()
  const range = pageRange ?? readRange(query, now, faults)
  const metrics = readMetrics(query.metrics, subject, faults)
  checkPage(query, faults)
  if (faults.count > 0) throw invalidRequest(faults.list())
  return { range, metrics }
}

function times({ from, to }: Range) {
  return { from: isoOf(from), to: isoOf(to) }
}

/** Its ends and extremes need not name the thing. */
function ofThing(found: LineSummary): Output<'telemetry.summary'>['metrics'][string] {
  return { ...found, ...mapTimed(found, ({ timestamp, value }) => ({ timestamp, value })) }
}

function ofThings(found: LineSummary, ids: ReadonlyMap<number, string>) {
  const named = mapTimed(found, ({ thing, timestamp, value }) => {
    return { timestamp, value, thingId: ids.get(thing) ?? '' }
  })
  return { ...found, ...named }
}

function mapTimed<Named>(
  found: LineSummary,
  name: (timed: NonNullable<LineSummary['first']>) => Named,
): Record<'first' | 'last' | 'min' | 'max', Named | null> {
  const { first, last, min, max } = found
  const named = (timed: LineSummary['first']) => timed && name(timed)
  return { first: named(first), last: named(last), min: named(min), max: named(max) }
}
