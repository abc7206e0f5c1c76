import type {
  Ingested,
  IngestedThings,
  Input,
  Output,
  PlaceRecent,
  PlaceSeries,
  PlaceSummary,
} from '@sluice/contract'
import type { IsoTimes } from '@sluice/runtime'
import type { LatestPart } from './cache/latest/latest-in-parts.ts'
import type { IngestCall } from './ingest.ts'
import type { ThingsCall } from './ingest-things.ts'
import type { MeasuredThing } from './measured-thing.ts'
import type { Query } from './query/plan/plan.ts'
import type { Subject } from './query/plan/subject.ts'
import type { SampleStore } from './store.ts'
import type { BarrierScope } from './write/wal/barrier-scope.ts'

/** An answer whose times are formatted only while it is written. */
export type Timed<Answer> = Omit<Answer, 'timestamps'> & { readonly timestamps: IsoTimes }

/** A page of a thing's series, without its id. */
export type ThingSeries = Timed<Omit<Output<'telemetry.timeseries'>, 'thingId'>>

/**
 * Samples in, series out. Every failure of the store is the problem `unavailable`; an invalid call is `invalid-request`
 * with all of its faults.
 *
 * A `source` identifies a subject, so that a cursor is valid only for it.
 */
export interface Telemetry
  extends Pick<
    SampleStore,
    | 'takeVersion'
    | 'erase'
    | 'expire'
    | 'eraseThings'
    | 'horizon'
    | 'ping'
    | 'storedBytes'
    | 'preloading'
    | 'figures'
    | 'close'
  > {
  /** Decodes, checks and stores samples of one thing. Resolves once they are durable and readable. */
  ingest(thing: MeasuredThing, call: IngestCall): Promise<Ingested>
  /** The same for many things. Also rejects if finding or creating them does. */
  ingestThings(call: ThingsCall): Promise<IngestedThings>
  /** A page of a thing's series: raw samples, or one value per bucket. */
  thingSeries(subject: Subject, query: Query, now: Date): Promise<ThingSeries>
  /** A page of series of a place's things, together or each. */
  placeSeries(
    subject: Subject,
    query: Query,
    now: Date,
    source: object,
  ): Promise<Timed<PlaceSeries>>
  /** Statistics of each metric's samples in a range. */
  summary(
    subject: Subject,
    query: Input<'telemetry.siteSummary'>['query'],
    now: Date,
    source: object,
  ): Promise<PlaceSummary>
  /** The latest sample of each metric. */
  recent(
    subject: Subject,
    query: Input<'telemetry.siteRecent'>['query'],
    now: Date,
    source: object,
  ): Promise<PlaceRecent>
  /** The latest samples of some things, in parts if they have long texts. */
  latest<Thing extends { readonly number: number }>(
    organization: number,
    things: readonly Thing[],
  ): AsyncIterable<LatestPart<Thing>>
  /** The read barrier: resolves once the tables have all samples acknowledged before. */
  flush(barrierScope: BarrierScope): Promise<void>
}
