import type { InternalRpc, Tracing } from '@sluice/runtime'
import { openJournal } from './journal.ts'
import { memoryBuckets } from './memory-store.ts'
import { remoteBuckets } from './remote-store.ts'
import { sharedBuckets } from './shared/shared-store.ts'
import type { BucketStore, OnFault } from './store.ts'
import { traceBuckets } from './traced-store.ts'

/** Where the buckets of a process are stored. */
export type BucketPlace =
  /** In this process's memory, kept across restarts in a file that no other process uses. */
  | { readonly kind: 'memory'; readonly file?: string | undefined }
  /** In Valkey or Redis, shared by several nodes. */
  | { readonly kind: 'shared'; readonly urls: readonly string[]; readonly nodes: number }
  /** In the memory of another process on this machine; read-only. */
  | { readonly kind: 'remote'; readonly other: InternalRpc }

export function openBuckets(
  place: BucketPlace,
  clock: () => number,
  onFault: OnFault = () => {},
  tracing?: Tracing,
): BucketStore {
  switch (place.kind) {
    case 'memory':
      return memoryBuckets(clock, {
        ...(place.file !== undefined && { journal: openJournal(place.file) }),
        onFault,
      })
    case 'shared':
      return traced(sharedBuckets({ ...place, clock, onFault }), tracing)
    case 'remote':
      return remoteBuckets(place.other)
  }
}

function traced(store: BucketStore, tracing: Tracing | undefined): BucketStore {
  return tracing ? traceBuckets(store, tracing) : store
}
