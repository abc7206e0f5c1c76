import { repeat } from '@sluice/runtime'
import type { SampleMemory } from '../../cache/memory.ts'
import { forgetGone, MAX_AGE_MS } from '../../cache/remembering.ts'
import { unavailable } from '../../unavailable.ts'
import { partitionOf } from './partition-of.ts'
import { decodeRecord, goneOf, isGone } from './record.ts'
import type { FollowedRecord, Progress, SharedLog } from './shared-log.ts'

interface Options {
  readonly log: Pick<SharedLog, 'follow' | 'raise'>
  /** The progress of all partitions, as of the call or later. */
  readonly progress: () => Promise<readonly Progress[]>
  readonly memory: Pick<SampleMemory, 'kept' | 'forget' | 'forgetAll' | 'isEmpty'>
  /** Milliseconds between polls: records stay in the log much longer. */
  readonly beat: number
  /** A monotonic clock, in milliseconds. */
  readonly monotonic?: () => number
}

/**
 * Keeps a node's caches consistent with the shared log.
 *
 * For a followed partition, the caches hold what the store said at some time and all records since, up to an offset.
 * This holds from the start, since a partition begins to be followed with empty caches, whatever slow queries have
 * cached since it was left. Before a query is answered, newer records are applied in order. If that is impossible (a
 * record was trimmed, cannot be decoded or was lost, or there are too many), the partition is invalidated and read from
 * the store again.
 */
export interface Follower {
  /** Resolves once the caches have applied everything committed to these partitions before. Rejects with `unavailable`. */
  catchUp(partitions: Iterable<number>): Promise<void>
  close(): Promise<void>
}

/** Most bytes of a partition's records to read at once. Beyond that, invalidating the caches is cheaper than following. */
const MAX_BYTES = 8 * 1024 * 1024

interface Followed {
  /** Up to where records have been applied. */
  offset: bigint
  askedAt: number
  running: Promise<void> | undefined
}

export function openFollower(options: Options): Follower {
  const { log, progress, memory, beat, monotonic = () => performance.now() } = options
  const followed = new Map<number, Followed>()

  function drop(partition: number): void {
    memory.forgetAll((thing) => partitionOf(thing) === partition)
  }

  /**
   * Advances to the tail, one call at a time per partition, so that records are applied in order. `known` is an offset
   * that the log had before the tail was read.
   */
  async function reach(partition: number, tail: bigint, known: bigint): Promise<void> {
    for (;;) {
      const own = followed.get(partition)
      if (!own) {
        // What is read from now on is as of the tail or later.
        drop(partition)
        followed.set(partition, { offset: tail, askedAt: monotonic(), running: undefined })
        return
      }
      const isLost = tail < known
      if (own.offset >= tail && !isLost) return
      if (own.running !== undefined) {
        await own.running
        continue
      }
      const next = isLost ? afterLoss(partition, own, tail, known) : advance(partition, own, tail)
      own.running = next.finally(() => {
        own.running = undefined
      })
      await own.running
      if (isLost) return
    }
  }

  /** The log has lost records, as after a failover. Those that replace them may end at the same offsets. */
  async function afterLoss(partition: number, own: Followed, tail: bigint, known: bigint) {
    await log.raise(partition, known)
    drop(partition)
    own.offset = tail
  }

  async function advance(partition: number, own: Followed, tail: bigint): Promise<void> {
    if (!memory.isEmpty()) {
      const records = await log.follow(partition, own.offset, MAX_BYTES)
      for (const record of records) {
        if (record.previous !== own.offset || !(await isPut(record))) break
        own.offset = record.end
      }
      if (own.offset >= tail) return
      drop(partition)
    }
    own.offset = tail
  }

  /** A record that cannot be decoded must not block queries for other things. */
  function isPut(record: FollowedRecord): Promise<boolean> {
    return put(record).then(
      () => true,
      () => false,
    )
  }

  async function put(record: FollowedRecord): Promise<void> {
    if (!isGone(record)) {
      const writes = await decodeRecord(record)
      memory.kept(writes)
      for (const { samples } of writes) samples.free()
      return
    }
    forgetGone(memory, goneOf(record))
  }

  /** Stops following partitions that were not queried for as long as caches would hold. */
  function leave(): void {
    const oldest = monotonic() - MAX_AGE_MS
    for (const [partition, { askedAt, running }] of followed) {
      if (askedAt >= oldest || running) continue
      followed.delete(partition)
      drop(partition)
    }
  }

  async function catchUpWith(partitions: ReadonlySet<number>): Promise<void> {
    const known = new Map([...followed].map(([partition, { offset }]) => [partition, offset]))
    const named = (await progress()).filter(({ partition }) => partitions.has(partition))
    await Promise.all(
      named.map(({ partition, tail }) => reach(partition, tail, known.get(partition) ?? tail)),
    )
  }

  // A failed poll does not matter: each query polls by itself.
  const stop = repeat(beat, async () => {
    leave()
    if (followed.size > 0) await catchUpWith(new Set(followed.keys()))
  })

  return {
    async catchUp(partitions) {
      const named = new Set(partitions)
      const now = monotonic()
      // At once, or a partition might be left while others are being read.
      for (const partition of named) {
        const own = followed.get(partition)
        if (own) own.askedAt = now
      }
      await catchUpWith(named).catch((cause) => {
        throw unavailable(cause)
      })
    },
    close: stop,
  }
}
