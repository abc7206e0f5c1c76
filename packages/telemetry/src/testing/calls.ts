import type { Ingested, Input, Output } from '@sluice/contract'
import { Decoder } from '../decode/apart/decoder.ts'
import { ingest as ingestSamples } from '../ingest.ts'
import type { MeasuredThing } from '../measured-thing.ts'
import { telemetryOf } from '../open.ts'
import { subjectOf } from '../query/plan/subject.ts'
import type { SampleStore } from '../store.ts'

/** A store, the thing that calls are about, and the time. */
interface Bench {
  readonly store: SampleStore
  readonly thing: MeasuredThing
  readonly now: Date
}

export function contextOf(store: SampleStore, thing: MeasuredThing, now = new Date()): Bench {
  return { store, thing, now }
}

const decoder = new Decoder()

type IngestInput = Input<'telemetry.ingest'>

/** The API's calls on one thing, without a control database. */
export function ingest({ store, thing, now }: Bench, call: IngestInput): Promise<Ingested> {
  const { body, query } = call
  return ingestSamples({ store, decoder }, thing, {
    form: 'frames',
    body,
    onError: query.onError,
    now,
  })
}

export function ingestColumnar(
  { store, thing, now }: Bench,
  { body, query }: Input<'telemetry.ingestColumnar'>,
): Promise<Ingested> {
  return ingestSamples({ store, decoder }, thing, {
    form: 'columns',
    body,
    onError: query.onError,
    now,
  })
}

export async function timeseries(
  { store, thing, now }: Bench,
  { params: { thingId }, query }: Input<'telemetry.timeseries'>,
): Promise<Output<'telemetry.timeseries'>> {
  const subject = subjectOf(thingId, thing)
  const series = await telemetryOf(store).thingSeries(subject, query, now)
  return { thingId, ...series, timestamps: series.timestamps.texts() }
}

export async function summary(
  { store, thing, now }: Bench,
  { params, query }: Input<'telemetry.summary'>,
): Promise<Output<'telemetry.summary'>> {
  const { thingId } = params
  const each = { ...query, groupBy: 'thing' as const, limit: 1 }
  const subject = subjectOf(thingId, thing)
  const { from, to, byThing } = await telemetryOf(store).summary(subject, each, now, params)
  return { thingId, from, to, metrics: byThing?.[thingId] ?? {} }
}
