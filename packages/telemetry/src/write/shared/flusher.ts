import { coalesce, repeat } from '@sluice/runtime'
import { declinedPartitions } from './declined.ts'
import {
  flushPartition,
  type PartitionFlusher,
  type PartitionFlusherOptions,
} from './partition-flusher.ts'
import {
  type Beat,
  LEASE_MS,
  type Lease,
  type LogState,
  type SharedLog,
  type Signal,
  type UnreadableRecord,
} from './shared-log.ts'
import { watchStoreReach } from './store-reach.ts'

interface Options extends Omit<PartitionFlusherOptions, 'isCurrent' | 'lostUpTo' | 'onUnreadable'> {
  readonly log: SharedLog
  /** Milliseconds between heartbeats: much shorter than a lease. */
  readonly beat: number
}

/** Flushes the partitions whose leases this node holds. */
export interface SharedFlusher {
  heard(signal: Signal): void
  /** Undefined before the first heartbeat. */
  state(): LogState | undefined
  /** Flushes what is pending in its partitions, and releases the leases. */
  close(): Promise<void>
}

/**
 * Takes leases, and leaves them to other nodes while this one cannot reach the store, or declines their partitions
 * because it cannot read a record.
 */
export function openSharedFlusher(options: Options): SharedFlusher {
  const { log } = options
  const ping = coalesce(options.ping)
  const reach = watchStoreReach(ping)
  const store: Options['store'] = (...batch) => reach.noting(() => options.store(...batch))
  const flushers = new Map<number, PartitionFlusher>()
  let last: Beat | undefined
  let clockAhead = 0
  /** Monotonic time until which this node certainly holds the leases. */
  let until = Number.NEGATIVE_INFINITY
  let closing = false
  const declined = declinedPartitions()
  const unreadable = new Map<string, UnreadableRecord>()
  const isCurrent = () => performance.now() < until

  function open(lease: Lease): void {
    const { partition } = lease
    const flusher = flushPartition(lease, {
      ...{ ...options, store, ping, isCurrent },
      lostUpTo: declined.lostUpTo(partition),
      onUnreadable: ({ position, isDamaged }) =>
        void unreadable.set(`${partition}/${position}`, { partition, position, isDamaged }),
    })
    flushers.set(partition, flusher)
    // While this node holds the lease and does not decline it, the next heartbeat opens another.
    void flusher.ended.then((record) => {
      if (record) declined.decline(partition, record.end)
      if (flushers.get(partition) === flusher) flushers.delete(partition)
    })
  }

  async function beat(): Promise<void> {
    const found = await log.beat(reach.isThere(), declined.left())
    if (closing) return
    until = found.renewedFrom + LEASE_MS
    declined.update(found.partitions)
    const leases = new Map(found.leases.map((lease) => [lease.partition, lease]))
    for (const [partition, flusher] of flushers) {
      if (leases.get(partition)?.token === flusher.lease.token) continue
      flushers.delete(partition)
      void flusher.close(false)
    }
    const left = new Set(declined.left())
    for (const lease of leases.values()) {
      if (!flushers.has(lease.partition) && !left.has(lease.partition)) open(lease)
    }
    for (const { partition, pendingBytes, parked } of found.partitions) {
      const flusher = flushers.get(partition)
      if (pendingBytes >= options.limit.bytes) flusher?.hurry()
      else if (pendingBytes > 0) flusher?.wake()
      const areFewer =
        parked < (last?.partitions.find((one) => one.partition === partition)?.parked ?? 0)
      if (parked > 0) flusher?.noteParked(areFewer)
      if ((parked === 0 || areFewer) && !left.has(partition)) forget(partition)
    }
    last = found
  }

  function forget(partition: number): void {
    for (const [key, one] of unreadable) if (one.partition === partition) unreadable.delete(key)
  }

  async function tend(): Promise<void> {
    clockAhead = await log.clockAhead()
    await log.trim()
  }

  const first = beat().catch(() => {})
  // One at a time: a late answer would undo what a later one granted.
  const stop = repeat(options.beat, () => first.then(beat), options.onFault)
  // Apart from the beats, which must not wait for it.
  const stopTending = repeat(options.beat, tend, options.onFault)

  return {
    heard({ kind, partition }) {
      if (kind === 'hurry') flushers.get(partition)?.hurry()
    },
    state: () =>
      last && { partitions: last.partitions, clockAhead, unreadable: inOrder(unreadable.values()) },
    async close() {
      const tended = stopTending()
      await Promise.all([first, stop()])
      closing = true
      await Promise.all([...flushers.values()].map((flusher) => flusher.close(isCurrent())))
      await log.release().catch(() => {})
      await tended
    },
  }
}

function inOrder(records: Iterable<UnreadableRecord>): UnreadableRecord[] {
  return [...records].sort((a, b) => a.partition - b.partition || Number(a.position - b.position))
}
