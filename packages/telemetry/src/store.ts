import type { NativeBlock, StoreAddress } from '@sluice/clickhouse'
import type { FairQueue, InternalRpc, QueueCounts } from '@sluice/runtime'
import type { BucketCounts, BucketMemory } from './cache/buckets/bucket-memory.ts'
import type { ChunkCounts, ChunkMemory, RememberedDays } from './cache/chunks/chunk-memory.ts'
import type { HeldDay } from './cache/chunks/held-days.ts'
import type { SeriesDays } from './cache/chunks/series-days.ts'
import type { LatestCounts } from './cache/latest/latest-memory.ts'
import type { LatestByThing } from './cache/latest/latest-rows.ts'
import type { Erasure } from './delete/eraser.ts'
import type { Expiry } from './delete/expirer.ts'
import type { Horizon, Rollups } from './rollups/open-rollups.ts'
import type { ThingNumbers } from './thing-numbers.ts'
import type { SampleBuffer } from './write/blocks/sample-buffer.ts'
import type { LogState, SharedLog } from './write/shared/shared-log.ts'
import type { DamagedSegment } from './write/wal/log.ts'
import type { Writer } from './write/writer.ts'

interface StoreChunks extends Pick<ChunkMemory, 'known' | 'idle' | 'counts'> {
  /** The chunks of some series and days; what is missing is loaded behind the read barrier of those days. */
  read(wanted: SeriesDays): Promise<RememberedDays | undefined>
}

/** The limits of one statement. */
export interface Bound {
  readonly rowsRead?: number
  /** Default: {@link ANSWER_BYTES}. */
  readonly bytesAnswered?: number
}

/** Options of a statement that is answered by column. */
export interface BlocksOptions {
  readonly bound?: Bound
  /**
   * plain: a SELECT of one table, simple enough for the store's old analyzer. few: the same on one thread, for so few
   * samples that dividing them among several would cost more than reading them.
   */
  readonly as?: 'plain' | 'few'
  /** Nobody waits for it, so queries go first. */
  readonly isAside?: boolean
}

/** The store of samples. Every failure is the problem `unavailable`. */
export interface SampleStore extends Pick<Writer, 'readBarrier' | 'catchUp' | 'takeVersion'> {
  /** Rejects if the store does not answer or refuses the credentials. */
  ping(): Promise<void>
  /** Resolves once the samples are durable; later writes win over earlier ones. */
  write(numbers: ThingNumbers, samples: SampleBuffer): Promise<void>
  /**
   * Rows of a SELECT, as arrays in the order of its columns. Values are passed as bound parameters only. Rejects with
   * {@link TooManyRows} before it reads more than a statement may.
   */
  query(sql: string, params: Record<string, unknown>): Promise<unknown[][]>
  /**
   * The same by column, for so many rows that an array for each would be most of a query's cost. Also rejects if more
   * than the bound would be read or, with {@link TooManyBytes}, answered.
   */
  queryBlocks(
    sql: string,
    params: Record<string, unknown>,
    options?: BlocksOptions,
  ): Promise<NativeBlock[]>
  /**
   * The latest samples of some things, by thing and metric and by their own times. Includes {@link catchUp}. Rejects with
   * {@link TooManyBytes} if the things are too many.
   */
  latest(organization: number, things: readonly number[]): Promise<LatestByThing>
  /** See {@link Horizon}. */
  readonly horizon: Horizon
  /** Resolves once the samples are gone from all answers. */
  erase(erasure: Erasure): Promise<void>
  /**
   * The same for expired samples of many things and organizations, except for those that are acknowledged and cannot be
   * stored now: a later call removes them.
   */
  expire(expiry: Expiry): Promise<void>
  /**
   * Removes everything about deleted things. Resolves with those that it could: not things of an organization with
   * samples of these that are acknowledged and cannot be stored now.
   */
  eraseThings(things: readonly ThingNumbers[]): Promise<readonly ThingNumbers[]>
  /**
   * Bytes of some organizations' samples in the tables, as quotas count them. Organizations without samples are
   * missing.
   */
  storedBytes(organizations: readonly number[]): Promise<Map<number, number>>
  /** Metrics of the caches and the log. */
  figures(): TelemetryFigures
  /** The cache of aggregates; undefined in a process without caches. */
  readonly buckets: Pick<BucketMemory, 'through' | 'counts'> | undefined
  /** The cache of samples; undefined in a process without caches. */
  readonly chunks: StoreChunks | undefined
  /** See {@link largeReadTurns}. */
  readonly largeReads: FairQueue
  /** Resolves with the days that an earlier process had cached, once the first of them are loaded. */
  preloading(): Promise<readonly HeldDay[]>
  readonly rollups: Pick<Rollups, 'ask' | 'idle' | 'settledBefore'>
  /** Waits for writes in flight, then closes the connections. */
  close(): Promise<void>
}

/** Figures of a process. Those of caches are undefined if it has none. */
export interface TelemetryFigures {
  readonly latest: LatestCounts | undefined
  readonly buckets: BucketCounts | undefined
  readonly chunks: ChunkCounts | undefined
  /** Bytes of acknowledged samples that are not in the tables yet; undefined without a log. */
  readonly waitingBytes: number | undefined
  /** The shared log as this node saw it last; undefined on a node that does not flush. */
  readonly sharedLog: LogState | undefined
  /** Queries that run, and those that wait for their organization's turn. */
  readonly queries: QueueCounts
}

/** Which process writes and removes the samples of a store. */
export type SampleWriter =
  /** This process alone, through a log in a folder. So it can cache samples, latest values and aggregates. */
  | {
      readonly kind: 'this'
      readonly log: string
      /** Versions begin above this: the highest of a log that nodes shared before. */
      readonly above?: bigint
    }
  /** Many nodes, through a shared log. A node with `flushes: false` only reads and writes, and has no caches. */
  | { readonly kind: 'shared'; readonly log: SharedLog; readonly flushes: boolean }
  /** Another process, whose caches would miss writes of this one. It serves the read barrier at `at`. */
  | { readonly kind: 'another'; readonly at?: InternalRpc | undefined }

export interface SampleStoreOptions extends StoreAddress {
  readonly clock: () => Date
  readonly rowsPerQuery?: number
  readonly bytesPerAnswer?: number
  /** Default: another process. */
  readonly sampleWriter?: SampleWriter | undefined
  /** Bytes of memory for cached samples. */
  readonly cacheBytes?: number | undefined
  /** Called when the log cannot be flushed to the tables, and with undefined once it can again. */
  readonly onSampleLog?: ((cause: unknown) => void) | undefined
  /** Called at start for each damaged segment of the log. */
  readonly onDamagedLog?: ((damaged: DamagedSegment) => void) | undefined
}
