import { LEASE_MS, type PartitionState } from './shared-log.ts'

interface Declined {
  /** Where the record ends. */
  readonly end: bigint
  readonly since: number
  /** When the partition was looked at last. */
  seenAt: number
  unheldSince: number | undefined
  upTo: bigint | undefined
}

/**
 * The partitions that a node declines.
 *
 * A node that cannot read a record leaves its partition to others: in a rolling upgrade, a later version may have
 * written it. If none takes it within two leases, none that lives can read the record, and this node takes it back.
 * Otherwise it declines the partition for a minute, since more such records may follow.
 *
 * @param steady a monotonic clock in milliseconds
 */
export function declinedPartitions(steady: () => number = () => performance.now()) {
  const declined = new Map<number, Declined>()

  function updateOne(own: Declined, { partition, applied, tail, mine, isHeld }: PartitionState) {
    const now = steady()
    // While this node could not look, the others may not have been able to take it either.
    if (now - own.seenAt > LEASE_MS / 2) own.unheldSince = undefined
    own.seenAt = now
    const isOver = own.upTo !== undefined || now - own.since > DECLINED_MS
    if (applied >= own.end && isOver) declined.delete(partition)
    else if (mine) return
    else if (isHeld) [own.unheldSince, own.upTo] = [undefined, undefined]
    else {
      own.unheldSince ??= now
      if (now - own.unheldSince > 2 * LEASE_MS) own.upTo = tail
    }
  }

  return {
    /** To be called when the next record of a partition, which ends there, cannot be read. */
    decline(partition: number, end: bigint): void {
      const now = steady()
      const unknown = { unheldSince: undefined, upTo: undefined }
      declined.set(partition, { end, since: now, seenAt: now, ...unknown })
    },
    /** Those that others are to take. */
    left: () => [...declined].filter(([, { upTo }]) => upTo === undefined).map(([of]) => of),
    /** Up to where no node can read what this one cannot; undefined if that is not known. */
    lostUpTo: (partition: number) => declined.get(partition)?.upTo,
    /** To be called with the states after each heartbeat. */
    update(states: readonly PartitionState[]): void {
      for (const state of states) {
        const own = declined.get(state.partition)
        if (own) updateOne(own, state)
      }
    },
  }
}

/** Milliseconds. */
const DECLINED_MS = 60_000
