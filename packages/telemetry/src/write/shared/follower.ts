import { repeat } from '@sluice/runtime'
import type { SampleMemory } from '../../cache/memory.ts'
import { forgetGone, MAX_AGE_MS } from '../../cache/remembering.ts'
import { unavailable } from '../../unavailable.ts'
import { partitionOf } from './partition-of.ts'
import { decodeRecord, goneOf, isGone } from './record.ts'
import type { FollowedRecord, Progress, SharedLog } from './shared-log.ts'

interface Options {
  readonly log: Pick<SharedLog, 'follow'>
  /** How far the partitions are: as of the call or later. */
  readonly progress: () => Promise<readonly Progress[]>
  readonly memory: Pick<SampleMemory, 'kept' | 'forget' | 'forgetAll' | 'isEmpty'>
  /** Milliseconds between looks: records stay in the log for many times as long. */
  readonly beat: number
  /** Milliseconds of a clock that never goes back. */
  readonly monotonic?: () => number
}

/**
 * Keeps a node's memory of samples true to the log that all nodes share.
 *
 * Of a partition that questions were about, the memory holds what the log says up to an offset, and what the store said then or
 * later. Before a question is answered, the records since are put into the memory, in their order; whatever cannot be followed
 * (a record was trimmed already, or there are too many) is forgotten and read from the store again.
 */
export interface Follower {
  /** Resolves once the memory has followed all that was committed in these partitions before. Rejects with `unavailable`. */
  catchUp(partitions: Iterable<number>): Promise<void>
  close(): Promise<void>
}

/** Bytes of a partition's records that are read at once. More come in than it is worth to follow: then memory is forgotten. */
const MOST_BYTES = 8 * 1024 * 1024

interface Followed {
  /** The tail of the log as the memory knows it. */
  offset: bigint
  askedAt: number
  running: Promise<void> | undefined
}

export function openFollower(options: Options): Follower {
  const { log, progress, memory, beat, monotonic = () => performance.now() } = options
  const followed = new Map<number, Followed>()

  /** One at a time for each partition, so that records are put in their order. */
  async function reach(partition: number, tail: bigint): Promise<void> {
    for (;;) {
      const own = followed.get(partition)
      if (!own) {
        // Nothing is remembered of a partition that is not followed.
        followed.set(partition, { offset: tail, askedAt: monotonic(), running: undefined })
        return
      }
      if (own.offset >= tail) return
      if (own.running !== undefined) {
        await own.running
        continue
      }
      own.running = advance(partition, own, tail).finally(() => {
        own.running = undefined
      })
      await own.running
    }
  }

  async function advance(partition: number, own: Followed, tail: bigint): Promise<void> {
    // What is read from now on is of the tail or later.
    if (!memory.isEmpty()) {
      const records = await log.follow(partition, own.offset, MOST_BYTES)
      for (const record of records) {
        if (record.previous !== own.offset) break
        await put(record)
        own.offset = record.end
      }
      if (own.offset >= tail) return
      memory.forgetAll((thing) => partitionOf(thing) === partition)
    }
    own.offset = tail
  }

  async function put(record: FollowedRecord): Promise<void> {
    if (!isGone(record)) {
      const writes = await decodeRecord(record)
      memory.kept(writes)
      for (const { samples } of writes) samples.free()
      return
    }
    const gone = goneOf(record)
    if (gone) forgetGone(memory, gone)
    else memory.forgetAll()
  }

  /** Stops following what nobody has asked for as long as memory would hold. */
  function leave(): void {
    const oldest = monotonic() - MAX_AGE_MS
    for (const [partition, { askedAt, running }] of followed) {
      if (askedAt >= oldest || running) continue
      followed.delete(partition)
      memory.forgetAll((thing) => partitionOf(thing) === partition)
    }
  }

  async function catchUpWith(partitions: ReadonlySet<number>): Promise<void> {
    const behind = (await progress()).filter(({ partition }) => partitions.has(partition))
    await Promise.all(behind.map(({ partition, tail }) => reach(partition, tail)))
  }

  // A look that fails is no matter: each question has one of its own.
  const stop = repeat(beat, async () => {
    leave()
    if (followed.size > 0) await catchUpWith(new Set(followed.keys()))
  })

  return {
    async catchUp(partitions) {
      const named = new Set(partitions)
      await catchUpWith(named).catch((cause) => {
        throw unavailable(cause)
      })
      const now = monotonic()
      for (const partition of named) {
        const own = followed.get(partition)
        if (own) own.askedAt = now
      }
    },
    close: stop,
  }
}
