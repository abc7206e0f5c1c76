import type { Write } from '../blocks/write.ts'
import type { Release } from './segment.ts'

/** A group of writes that is in the log but not in the tables yet. */
export interface LoggedGroup {
  readonly writes: readonly Write[]
  /** Estimated memory. */
  readonly bytes: number
  /** Runs of rows of one series. Sorting them is the part of a batch that blocks the event loop. */
  readonly runs: number
  /** Removes the group from the log. */
  readonly release: Release
}

/** A batch is full at either of these. */
export interface BatchSize {
  readonly bytes: number
  readonly runs: number
}

/** Groups that are in the log but not in the tables, oldest first. Batches in flight come first. */
export function pendingGroups(full: BatchSize) {
  let groups: LoggedGroup[] = []
  /** The number of groups in flight. */
  let inFlight = 0
  let bytes = 0
  /** The size of what is not in flight. */
  let left: BatchSize = { bytes: 0, runs: 0 }

  return {
    isEmpty: () => groups.length === 0,
    /** Whether there is enough for a full batch. */
    isFull: () => left.bytes >= full.bytes || left.runs >= full.runs,
    bytes: () => bytes,
    first: () => groups[0],
    some: (matches: (group: LoggedGroup) => boolean) => groups.some(matches),
    filter: (matches: (group: LoggedGroup) => boolean) => groups.filter(matches),
    add(group: LoggedGroup): void {
      groups.push(group)
      bytes += group.bytes
      left = plus(left, group)
    },
    /** The first groups that are not in flight: a full batch, or all there are; at most `most`. */
    nextBatch(most: number): LoggedGroup[] {
      let sums: BatchSize = { bytes: 0, runs: 0 }
      const last = groups.slice(inFlight).findIndex((group, i) => {
        sums = plus(sums, group)
        return sums.bytes >= full.bytes || sums.runs >= full.runs || i + 1 >= most
      })
      const batch = groups.slice(inFlight, last === -1 ? undefined : inFlight + last + 1)
      inFlight += batch.length
      left = { bytes: left.bytes - sums.bytes, runs: left.runs - sums.runs }
      return batch
    },
    /** Requeues the groups in flight. */
    putBack(): void {
      inFlight = 0
      left = groups.reduce(plus, { bytes: 0, runs: 0 })
    },
    /** Removes the oldest batch in flight and frees its samples. */
    remove(batch: readonly LoggedGroup[]): void {
      groups = groups.slice(batch.length)
      inFlight -= batch.length
      for (const group of batch) {
        for (const { samples } of group.writes) samples.free()
        bytes -= group.bytes
      }
    },
    moveFirstToTail(): void {
      groups = [...groups.slice(1), ...groups.slice(0, 1)]
    },
  }
}

function plus(size: BatchSize, group: LoggedGroup): BatchSize {
  return { bytes: size.bytes + group.bytes, runs: size.runs + group.runs }
}
