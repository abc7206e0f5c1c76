import { latestSamples, type Sample } from '../write/blocks/latest-block.ts'
import { seriesRows } from '../write/blocks/series-rows.ts'
import type { Write } from '../write/blocks/write.ts'
import { type BucketMemory, rememberBuckets } from './buckets/bucket-memory.ts'
import { type EndMemory, rememberEnds } from './ends/end-memory.ts'
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
  readonly ends: Pick<EndMemory, 'through' | 'counts'>
  /** Notifies it of writes that are kept, and not acknowledged yet; with the latest sample of each series, where these are known. */
  kept(writes: readonly Write[], latest?: readonly Sample[]): void
}

export function rememberSamples(options: LatestMemoryOptions): SampleMemory {
  const latest = rememberLatest(options)
  const buckets = rememberBuckets()
  const ends = rememberEnds()
  return {
    ...{ latest, buckets, ends },
    kept(writes, samples) {
      buckets.written(writes)
      ends.written(writes)
      const followed = samples ? [] : writes.filter(latest.follows)
      latest.stored(samples ?? latestSamples(seriesRows(followed)))
    },
    forget(thing) {
      for (const memory of [latest, buckets, ends]) memory.forget(thing)
    },
    forgetAll() {
      for (const memory of [latest, buckets, ends]) memory.forgetAll()
    },
    noteIndeterminate() {
      for (const memory of [latest, buckets, ends]) memory.noteIndeterminate()
    },
  }
}
