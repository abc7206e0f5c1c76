import { atOnce } from '@sluice/runtime'
import type { Gone, ThingNumbers } from '../thing-numbers.ts'
import { latestSamples } from '../write/blocks/latest-block.ts'
import { seriesRows } from '../write/blocks/series-rows.ts'
import type { Write } from '../write/blocks/write.ts'
import { type BucketMemory, rememberBuckets } from './buckets/bucket-memory.ts'
import { budgetOfEach } from './budget-of-each.ts'
import { type ChunkMemory, rememberChunks } from './chunks/chunk-memory.ts'
import {
  type LatestMemory,
  type LatestMemoryOptions,
  rememberLatest,
} from './latest/latest-memory.ts'
import { type Memory, trackIndeterminate } from './remembering.ts'

/** All caches of samples in a process. */
export interface SampleMemory extends Memory {
  readonly latest: Pick<LatestMemory, 'read' | 'counts'>
  readonly buckets: Pick<BucketMemory, 'through' | 'counts'>
  readonly chunks: Pick<
    ChunkMemory,
    'read' | 'known' | 'preload' | 'upkeep' | 'held' | 'idle' | 'counts'
  >
  /** To be called when writes are durable, before they are acknowledged. */
  kept(writes: readonly Write[]): void
  /** Notes that a removal is indeterminate: it may take effect now or a little later. */
  noteIndeterminate(gone: Gone): void
}

/**
 * The most series of an organization whose latest values are updated in place, which takes some milliseconds. Beyond that,
 * things are invalidated.
 */
const MAX_SERIES = 20_000

export function rememberSamples({
  readTable,
  chunkBytes,
  loadsAhead,
}: Pick<LatestMemoryOptions, 'readTable'> & {
  readonly chunkBytes: number
  readonly loadsAhead: boolean
}): SampleMemory {
  const forget = (thing: ThingNumbers) => {
    for (const memory of [latest, buckets, chunks]) memory.forget(thing)
  }
  const forgetAll: Memory['forgetAll'] = (isAmong) => {
    for (const memory of [latest, buckets, chunks]) memory.forgetAll(isAmong)
  }
  const outcomes = trackIndeterminate(() => performance.now(), { forget, forgetAll })
  const { isIndeterminate, noteIndeterminate } = outcomes
  const latest = rememberLatest({ isIndeterminate, readTable })
  const buckets = rememberBuckets({ isIndeterminate })
  const chunks = rememberChunks({ isIndeterminate, maxBytes: chunkBytes, loadsAhead })
  return {
    ...{ latest, buckets, chunks, forget, forgetAll, noteIndeterminate },
    kept(writes) {
      buckets.written(writes)
      chunks.written(writes)
      const fits = budgetOfEach(MAX_SERIES)
      const followed = writes.filter((write) => {
        if (!latest.follows(write)) return false
        if (fits(write.organization, write.samples.runs())) return true
        latest.forget(write)
        return false
      })
      latest.stored(atOnce(latestSamples(atOnce(seriesRows(followed)))))
    },
    isEmpty: () => [latest, buckets, chunks].every((memory) => memory.isEmpty()),
  }
}
