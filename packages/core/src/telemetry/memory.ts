import { latestSamples, type Sample } from './blocks/latest-block.ts'
import { seriesRows } from './blocks/series-rows.ts'
import type { Write } from './blocks/write.ts'
import { type BucketMemory, rememberBuckets } from './known-buckets/bucket-memory.ts'
import {
  type LatestMemory,
  type LatestMemoryOptions,
  rememberLatest,
} from './latest/latest-memory.ts'
import type { ThingNumbers } from './store.ts'

/** All that the one process that writes samples remembers of them. */
export interface SampleMemory {
  readonly latest: Pick<LatestMemory, 'read' | 'counts'>
  readonly buckets: Pick<BucketMemory, 'through' | 'counts'>
  /** Tells of writes that are kept, and not acknowledged yet; with the latest sample of each series, where these are known. */
  kept(writes: readonly Write[], latest?: readonly Sample[]): void
  /** Tells that samples of a thing are gone. */
  forget(thing: ThingNumbers): void
  /** Tells that samples of any thing are gone. */
  forgetAll(): void
  /** Tells of a statement that may be done or not, now or a little later. */
  doubt(): void
}

export function rememberSamples(options: LatestMemoryOptions): SampleMemory {
  const latest = rememberLatest(options)
  const buckets = rememberBuckets()
  return {
    ...{ latest, buckets },
    kept(writes, samples) {
      buckets.written(writes)
      const followed = samples ? [] : writes.filter(latest.follows)
      latest.stored(samples ?? latestSamples(seriesRows(followed)))
    },
    forget(thing) {
      latest.forget(thing)
      buckets.forget(thing)
    },
    forgetAll() {
      latest.forgetAll()
      buckets.forgetAll()
    },
    doubt() {
      latest.doubt()
      buckets.doubt()
    },
  }
}
