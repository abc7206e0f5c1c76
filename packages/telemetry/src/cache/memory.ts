import { latestSamples, type Sample } from '../write/blocks/latest-block.ts'
import { seriesRows } from '../write/blocks/series-rows.ts'
import type { Write } from '../write/blocks/write.ts'
import { type BucketMemory, rememberBuckets } from './buckets/bucket-memory.ts'
import { type ChunkMemory, rememberChunks } from './chunks/chunk-memory.ts'
import {
  type LatestMemory,
  type LatestMemoryOptions,
  rememberLatest,
} from './latest/latest-memory.ts'
import type { Memory } from './remembering.ts'

/** All that the one process that writes samples remembers of them. */
export interface SampleMemory extends Memory {
  readonly latest: Pick<LatestMemory, 'read' | 'counts'>
  readonly buckets: Pick<BucketMemory, 'through' | 'counts'>
  readonly chunks: Pick<ChunkMemory, 'read' | 'idle' | 'counts'>
  /** Notifies it of writes that are kept, and not acknowledged yet; with the latest sample of each series, where these are known. */
  kept(writes: readonly Write[], latest?: readonly Sample[]): void
}

export function rememberSamples(
  options: LatestMemoryOptions & { readonly chunkBytes: number },
): SampleMemory {
  const latest = rememberLatest(options)
  const buckets = rememberBuckets()
  const chunks = rememberChunks({ maxBytes: options.chunkBytes })
  return {
    ...{ latest, buckets, chunks },
    kept(writes, samples) {
      buckets.written(writes)
      chunks.written(writes)
      const followed = samples ? [] : writes.filter(latest.follows)
      latest.stored(samples ?? latestSamples(seriesRows(followed)))
    },
    forget(thing) {
      for (const memory of [latest, buckets, chunks]) memory.forget(thing)
    },
    forgetAll() {
      for (const memory of [latest, buckets, chunks]) memory.forgetAll()
    },
    noteIndeterminate() {
      for (const memory of [latest, buckets, chunks]) memory.noteIndeterminate()
    },
  }
}
