import type { NativeBlock, StoreAddress } from '@sluice/clickhouse'
import type { InternalRpc, QueueCounts } from '@sluice/runtime'
import type { BucketCounts, BucketMemory } from './cache/buckets/bucket-memory.ts'
import type { ChunkCounts, ChunkMemory } from './cache/chunks/chunk-memory.ts'
import type { LatestCounts } from './cache/latest/latest-memory.ts'
import type { LatestByThing } from './cache/latest/latest-rows.ts'
import type { Erasure } from './delete/eraser.ts'
import type { Expiry } from './delete/expirer.ts'
import type { Horizon, Rollups } from './rollups/open-rollups.ts'
import type { ThingNumbers } from './thing-numbers.ts'
import type { SampleBuffer } from './write/blocks/sample-buffer.ts'
import type { Beat, SharedLog } from './write/shared/shared-log.ts'
import type { BarrierScope } from './write/wal/barrier-scope.ts'
import type { DamagedSegment } from './write/wal/log.ts'

/** Of one statement. */
export interface Bound {
  readonly rowsRead: number
  readonly bytesAnswered: number
}

/** Of one statement whose answer comes by column. */
export interface BlocksOptions {
  readonly bound?: Bound
  /**
   * plain: a SELECT of one table that is simple enough to be planned by the store's old analyzer. few: the same by one thread,
   * of samples so few that sharing them out among several would cost more than reading them.
   */
  readonly as?: 'plain' | 'few'
}

/** Where samples are kept. Every failure of it is the problem `unavailable`. */
export interface SampleStore {
  /** Rejects when the store does not answer or does not know the caller. */
  ping(): Promise<void>
  /** Resolves once the samples are kept for good; later writes win over earlier ones. */
  write(numbers: ThingNumbers, samples: SampleBuffer): Promise<void>
  /** Resolves once the statements below find those samples that were acknowledged before. */
  readBarrier(barrierScope: BarrierScope): Promise<void>
  /**
   * Resolves once what is remembered holds what was acknowledged before, by any node; to be awaited before each question.
   * Undefined where it always does.
   */
  readonly catchUp: ((barrierScope: BarrierScope) => Promise<void>) | undefined
  /**
   * Rows of a SELECT, each an array in the order of its columns. Values go in as bound parameters only. Rejects with
   * {@link TooManyRows} before it reads more than one statement may.
   */
  query(sql: string, params: Record<string, unknown>): Promise<unknown[][]>
  /**
   * The same by column, for answers of so many rows that an array each would cost most of a query. Rejects also where more than
   * a bound would be read or answered, about.
   */
  queryBlocks(
    sql: string,
    params: Record<string, unknown>,
    options?: BlocksOptions,
  ): Promise<NativeBlock[]>
  /** The latest samples of some things of an organization, by thing and metric, by their own times. It catches up by itself. */
  latest(organization: number, things: readonly number[]): Promise<LatestByThing>
  /** A version above those of all samples of the thing that were acknowledged before, and below those of later writes. */
  takeVersion(numbers: ThingNumbers): Promise<bigint>
  /** See {@link Horizon}. */
  readonly horizon: Horizon
  /** Resolves once the samples are gone from every answer. */
  erase(erasure: Erasure): Promise<void>
  /** The same for samples that are too old to be kept, of many things and organizations. */
  expire(expiry: Expiry): Promise<void>
  /** Removes all that is kept of things that were deleted. */
  eraseThings(things: readonly ThingNumbers[]): Promise<void>
  /** Bytes of the samples of some organizations that are in the tables, as quotas count them; none where there are no samples. */
  storedBytes(organizations: readonly number[]): Promise<Map<number, number>>
  /** What metrics tell of the caches and of the log. */
  figures(): TelemetryFigures
  /** Aggregates that are remembered; undefined where nothing is. */
  readonly buckets: Pick<BucketMemory, 'through' | 'counts'> | undefined
  /** Samples that are remembered; undefined likewise. */
  readonly chunks: Pick<ChunkMemory, 'read' | 'known' | 'idle' | 'counts'> | undefined
  /** Resolves once what an earlier process remembered is loaded again. */
  preloaded(): Promise<void>
  readonly rollups: Pick<Rollups, 'ask' | 'idle' | 'settledBefore'>
  /** Waits for the writes under way, then hangs up. */
  close(): Promise<void>
}

/** What a process holds of samples. What it remembers is undefined for one that remembers nothing. */
export interface TelemetryFigures {
  readonly latest: LatestCounts | undefined
  readonly buckets: BucketCounts | undefined
  readonly chunks: ChunkCounts | undefined
  /** Bytes of samples that are acknowledged and not in the tables yet; undefined without a log of them. */
  readonly waitingBytes: number | undefined
  /** The log that many nodes share, as this one saw it last; undefined for one that does not flush. */
  readonly sharedLog: Beat | undefined
  /** Queries under way, and those that wait for their organization's turn. */
  readonly queries: QueueCounts
}

/** Who writes samples to a store, and takes them away. */
export type SampleWriter =
  /** This process alone, through a log in a folder: so it remembers samples, latest values and aggregates by the bucket. */
  | {
      readonly kind: 'this'
      readonly log: string
      /** Versions begin above this: what a log gave that nodes shared before. */
      readonly above?: bigint
    }
  /** Many nodes, through a log that they share. One that does not flush writes and reads only, and remembers nothing. */
  | { readonly kind: 'shared'; readonly log: SharedLog; readonly flushes: boolean }
  /** Another process, whose caches would not see a write of this one. It serves the read barrier at `at`. */
  | { readonly kind: 'another'; readonly at?: InternalRpc | undefined }

export interface SampleStoreOptions extends StoreAddress {
  readonly clock: () => Date
  readonly rowsPerQuery?: number
  /** Another process without it. */
  readonly sampleWriter?: SampleWriter | undefined
  /** Of memory for samples, in bytes, where this process remembers any. */
  readonly cacheBytes?: number | undefined
  /** Called when the log of samples cannot be flushed to the tables, and with undefined when it can again. */
  readonly onSampleLog?: ((cause: unknown) => void) | undefined
  /** Called at the start with each segment of the log that the disk has damaged. */
  readonly onDamagedLog?: ((damaged: DamagedSegment) => void) | undefined
}
