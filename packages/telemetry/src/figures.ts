import type { QueueCounts } from '@sluice/runtime'
import type { BucketCounts } from './cache/buckets/bucket-memory.ts'
import type { ChunkCounts } from './cache/chunks/chunk-memory.ts'
import type { LatestCounts } from './cache/latest/latest-memory.ts'
import type { SampleStore } from './store.ts'
import type { Beat } from './write/shared/shared-log.ts'

/** What a process holds of samples. What it remembers is undefined for one that remembers nothing. */
export interface TelemetryFigures {
  readonly latest: LatestCounts | undefined
  readonly buckets: BucketCounts | undefined
  readonly chunks: ChunkCounts | undefined
  /** Bytes of samples that are acknowledged and not in the tables yet; undefined without a log of them. */
  readonly waitingBytes: number | undefined
  /** The log that many nodes share, as this one saw it last; undefined without one. */
  readonly sharedLog: Beat | undefined
  /** Queries under way, and those that wait for their organization's turn. */
  readonly queries: QueueCounts
}

export function figuresOf(store: SampleStore): TelemetryFigures {
  return {
    latest: store.remembered(),
    buckets: store.buckets?.counts(),
    chunks: store.chunks?.counts(),
    sharedLog: store.lastBeat(),
    waitingBytes: store.waitingBytes(),
    queries: store.queries(),
  }
}
