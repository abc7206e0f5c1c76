import type { Input, Output, PlaceSummary } from '@sluice/contract'
import type { Context } from '../context.ts'
import { invalidRequest } from '../problem.ts'
import { Faults } from './intake/faults.ts'
import { isoOf } from './intake/timestamp.ts'
import { type Metric, measuredThing } from './measured-thing.ts'
import { pageOfMembers } from './query/member-page.ts'
import { type Place, placeSubject } from './query/place-subject.ts'
import { type Range, readRange } from './query/range.ts'
import { readMetrics } from './query/selection.ts'
import { type Subject, subjectOf, TOGETHER } from './query/subject.ts'
import { type LineSummary, summarize } from './query/summarize.ts'

/** Counts, extremes, ends, averages and percentiles of each metric in a range. */
export async function summary(
  ctx: Context,
  { params, query }: Input<'telemetry.summary'>,
): Promise<Output<'telemetry.summary'>> {
  const subject = subjectOf(params.thingId, await measuredThing(ctx, params.thingId))
  const { range, metrics } = readQuery(ctx, subject, query)
  const lines = metrics.map((metric) => ({ thing: TOGETHER, metric }))
  const found = await summarize(ctx, subject, lines, range)
  const entries = lines.map((line) => [line.metric.key, ofThing(found(line))] as const)
  return { thingId: params.thingId, ...times(range), metrics: Object.fromEntries(entries) }
}

/** The same over the things of a site that the actor may read. */
export async function siteSummary(
  ctx: Context,
  { params, query }: Input<'telemetry.siteSummary'>,
): Promise<Output<'telemetry.siteSummary'>> {
  return { siteId: params.siteId, ...(await placeSummary(ctx, params, query)) }
}

/** The same over the things of a fleet that the actor may read. */
export async function fleetSummary(
  ctx: Context,
  { params, query }: Input<'telemetry.fleetSummary'>,
): Promise<Output<'telemetry.fleetSummary'>> {
  return { fleetId: params.fleetId, ...(await placeSummary(ctx, params, query)) }
}

async function placeSummary(
  ctx: Context,
  place: Place,
  query: Input<'telemetry.siteSummary'>['query'],
): Promise<PlaceSummary> {
  const all = await placeSubject(ctx, place)
  const { range, metrics } = readQuery(ctx, all, query)
  const answer = { ...times(range), things: all.members.length }
  if (query.groupBy === 'none') {
    const lines = metrics.map((metric) => ({ thing: TOGETHER, metric }))
    const found = await summarize(ctx, all, lines, range)
    const ids = new Map(all.members.map(({ id, number }) => [number, id]))
    const entries = lines.map((line) => [line.metric.key, ofThings(found(line), ids)] as const)
    return { ...answer, metrics: Object.fromEntries(entries), byThing: null, nextCursor: null }
  }
  const { subject, nextCursor } = pageOfMembers(all, { ...query, ...place })
  const byThing = await summarizeEach(ctx, subject, metrics, range)
  return { ...answer, metrics: null, byThing, nextCursor }
}

async function summarizeEach(
  ctx: Context,
  subject: Subject,
  wanted: readonly Metric[],
  range: Range,
): Promise<PlaceSummary['byThing']> {
  const keys = new Set(wanted.map(({ key }) => key))
  const linesOf = subject.members.map(({ id, number, metrics }) => {
    const own = metrics.filter(({ key }) => keys.has(key))
    return { id, lines: own.map((metric) => ({ thing: number, metric })) }
  })
  const found = await summarize(
    ctx,
    subject,
    linesOf.flatMap(({ lines }) => lines),
    range,
  )
  return Object.fromEntries(
    linesOf.map(({ id, lines }) => {
      const entries = lines.map((line) => [line.metric.key, ofThing(found(line))] as const)
      return [id, Object.fromEntries(entries)]
    }),
  )
}

function readQuery(
  { now }: Context,
  subject: Subject,
  query: Input<'telemetry.summary'>['query'],
): { readonly range: Range; readonly metrics: readonly Metric[] } {
  const faults = new Faults()
  const range = readRange(query, now, faults)
  const metrics = readMetrics(query.metrics, subject, faults)
  if (faults.count > 0) throw invalidRequest(faults.list())
  return { range, metrics }
}

function times({ from, to }: Range) {
  return { from: isoOf(from), to: isoOf(to) }
}

/** Whose its ends and extremes are goes without saying. */
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
