import type { Write } from '../blocks/write.ts'
import type { Release } from './segment.ts'

/** A group of writes that is in the log but not in the tables yet. */
export interface LoggedGroup {
  readonly writes: readonly Write[]
  /** Memory in bytes, estimated. */
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

/** Groups that are in the log but not in the tables, oldest first. The batch in flight comes before the others. */
export function pendingGroups(full: BatchSize) {
  let groups: LoggedGroup[] = []
  let bytes = 0
  let runs = 0

  return {
    isEmpty: () => groups.length === 0,
    /** Whether there is enough for a full batch. */
    isFull: () => bytes >= full.bytes || runs >= full.runs,
    bytes: () => bytes,
    first: () => groups[0],
    some: (matches: (group: LoggedGroup) => boolean) => groups.some(matches),
    filter: (matches: (group: LoggedGroup) => boolean) => groups.filter(matches),
    add(group: LoggedGroup): void {
      groups.push(group)
      bytes += group.bytes
      runs += group.runs
    },
    /** The first groups: a full batch, or all there are; at most `most`. */
    nextBatch(most: number): LoggedGroup[] {
      let sums = { bytes: 0, runs: 0 }
      const last = groups.findIndex((group, i) => {
        sums = { bytes: sums.bytes + group.bytes, runs: sums.runs + group.runs }
        return sums.bytes >= full.bytes || sums.runs >= full.runs || i + 1 >= most
      })
      return groups.slice(0, last === -1 ? undefined : last + 1)
    },
    /** Removes the batch in flight and frees its samples. */
    remove(batch: readonly LoggedGroup[]): void {
      groups = groups.slice(batch.length)
      for (const group of batch) {
        for (const { samples } of group.writes) samples.free()
        bytes -= group.bytes
        runs -= group.runs
      }
    },
    moveFirstToTail(): void {
      groups = [...groups.slice(1), ...groups.slice(0, 1)]
    },
  }
}
