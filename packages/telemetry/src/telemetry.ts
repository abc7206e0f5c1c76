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
import type { LatestByThing } from './cache/latest/latest-rows.ts'
import type { Erasure } from './delete/eraser.ts'
import type { Expiry } from './delete/expirer.ts'
import type { IngestCall } from './ingest.ts'
import type { ThingsCall } from './ingest-things.ts'
import type { MeasuredThing } from './measured-thing.ts'
import type { Query } from './query/plan/plan.ts'
import type { Subject } from './query/plan/subject.ts'
import type { Horizon } from './rollups/open-rollups.ts'
import type { TelemetryFigures } from './store.ts'
import type { ThingNumbers } from './thing-numbers.ts'
import type { BarrierScope } from './write/wal/barrier-scope.ts'

/** What is answered, but for its times: their texts are made as it is written. */
export type Timed<Answer> = Omit<Answer, 'timestamps'> & { readonly timestamps: IsoTimes }

/** A page of a thing's series, without the thing. */
export type ThingSeries = Timed<Omit<Output<'telemetry.timeseries'>, 'thingId'>>

/**
 * Samples in, series out. Every failure of the store is the problem `unavailable`; what is wrong with a call is
 * `invalid-request` with every fault.
 *
 * A `source` tells one subject from others, so that a cursor of one is of no use with another.
 */
export interface Telemetry {
  /** Decodes, checks and stores samples of one thing. Resolves once they are durable and readable. */
  ingest(thing: MeasuredThing, call: IngestCall): Promise<Ingested>
  /** The same of many things. Rejects where finding or creating them does. */
  ingestThings(call: ThingsCall): Promise<IngestedThings>
  /** A page of a thing's series: raw samples, or one value a bucket. */
  thingSeries(subject: Subject, query: Query, now: Date): Promise<ThingSeries>
  /** A page of the series of a place's things, taken together or each. */
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
  /** The latest samples of some things of an organization, by thing and metric, as the store numbers them. */
  latest(organization: number, things: readonly number[]): Promise<LatestByThing>
  /** A version above those of all samples of the thing that were acknowledged before, and below those of later writes. */
  takeVersion(numbers: ThingNumbers): Promise<bigint>
  /** Resolves once the samples are gone from every answer. To do it again does no harm. */
  erase(erasure: Erasure): Promise<void>
  /** The same for samples that are too old to be kept, of many things and organizations. */
  expire(expiry: Expiry): Promise<void>
  /** Removes all that is kept of things that were deleted. To do it again does no harm. */
  eraseThings(things: readonly ThingNumbers[]): Promise<void>
  /** The read barrier: resolves once the tables hold those samples that were acknowledged before. */
  flush(barrierScope: BarrierScope): Promise<void>
  /** Of some things: see {@link Horizon}. */
  readonly horizon: Horizon
  /** Rejects when the store does not answer or does not know the caller. */
  ping(): Promise<void>
  /** Bytes of the samples of some organizations that are in the tables, as quotas count them; none where there are no samples. */
  storedBytes(organizations: readonly number[]): Promise<Map<number, number>>
  /** What metrics tell of the caches and of the log. */
  figures(): TelemetryFigures
  /** Waits for the writes under way, then hangs up. */
  close(): Promise<void>
}
