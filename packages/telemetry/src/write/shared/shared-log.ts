import type { BarrierScope } from '../wal/barrier-scope.ts'

/**
 * A log of samples that many nodes share, in partitions. It is a port: telemetry knows no database of control data.
 *
 * In a partition, versions are given in the order of commits, so a partition's sequence is its order of writes and no
 * clock decides it. A record takes as many versions as its rows may need; the first one is its position.
 */
export interface SharedLog extends LogWrites, LogReads, LogFlushes {
  /** Called with every signal from now on, this node's own included. Signals may be lost: whoever waits also looks now and then. */
  listen(onSignal: (signal: Signal) => void): void
  close(): Promise<void>
}

/** How many there are, for good: a thing must not change its partition while samples of it wait. */
export const PARTITIONS = 8

/** Milliseconds for which a lease is given, by the log's clock. */
export const LEASE_MS = 5000

export interface NewRecord {
  /** Writes whose versions count from 0. */
  readonly bytes: Buffer
  /** How many versions it takes. */
  readonly versions: number
  /** Runs of rows of one series: sorting them is what a batch costs the event loop. */
  readonly runs: number
  readonly extent: Extent
}

/** What a record's samples belong to, so that queries of others need not wait for it. */
export interface Extent {
  readonly organizations: readonly number[]
  /** Undefined where they are too many to be named. */
  readonly things: readonly number[] | undefined
  /** Epoch microseconds, both included. */
  readonly earliest: number
  readonly latest: number
}

interface LogWrites {
  /**
   * Puts the log's versions above all that the store has, unless that was done before. Nothing can be appended earlier.
   * `highest` finds the highest version in the store.
   */
  start(highest: () => Promise<bigint>): Promise<void>
  /** Resolves once the record is committed. Rejects with `unavailable`: at once where too many bytes are pending. */
  append(partition: number, record: NewRecord): Promise<void>
  /** A version above those of all records committed so far, and below those of all later ones. */
  takeVersion(partition: number): Promise<bigint>
}

/** How far a partition is. */
export interface Progress {
  readonly partition: number
  /** Where the last record ends. */
  readonly tail: bigint
  /** Records that end here or before are in the store, except those that are parked. */
  readonly applied: bigint
  /** Records that the store refuses. */
  readonly parked: number
  /** The store does not take what is pending. */
  readonly failing: boolean
}

interface LogReads {
  /** Of every partition, as of the call or later. */
  progress(): Promise<readonly Progress[]>
  /**
   * Of each of these partitions that has such a record between its `applied` and its `tail`: where the last one ends.
   * A record that is parked ends at `undefined`: nobody knows when it will be stored.
   */
  pendingOf(behind: readonly Progress[], scope: BarrierScope): Promise<readonly Pending[]>
  /**
   * Records of a partition from an offset on, in their order, those that are put aside included. None where they are more than
   * `most` bytes. Records that have been in the store for some seconds are missing: {@link FollowedRecord.previous} tells that.
   */
  follow(partition: number, from: bigint, most: number): Promise<readonly FollowedRecord[]>
  /** Asks the flushers of partitions to hurry. */
  hurry(partitions: readonly number[]): Promise<void>
}

export interface Pending {
  readonly partition: number
  readonly end: bigint | undefined
}

export type Signal =
  | { readonly kind: 'hurry'; readonly partition: number }
  | {
      readonly kind: 'applied'
      readonly partition: number
      readonly applied: bigint
      readonly parked: number
    }

/** The right to flush a partition, until a later lease. */
export interface Lease {
  readonly partition: number
  /** The fencing token: a later lease has a higher one. */
  readonly token: bigint
}

export interface LoggedRecord {
  readonly position: bigint
  readonly end: bigint
  readonly bytes: Buffer
}

/**
 * A record as nodes see it that follow the log. It may say that samples are gone: of its things, which are of its organization,
 * or of all where it names none.
 */
export interface FollowedRecord extends LoggedRecord {
  /** Where the record before it ends. */
  readonly previous: bigint
  readonly organizations: readonly number[]
  readonly things: readonly number[]
}

/** Consecutive records of a partition, from the applied offset on. */
export interface Batch {
  readonly from: bigint
  readonly to: bigint
  readonly records: readonly LoggedRecord[]
  /** Whether there are records behind it already. */
  readonly more: boolean
  /** Whether a batch was noted from here before: this one may have been tried, by another flusher or in vain. */
  readonly repeats: boolean
}

/** A batch ends once it has so much; it has a record at least. */
export interface BatchLimit {
  readonly bytes: number
  readonly runs: number
  readonly records: number
}

/** A partition as this node saw it last. */
export interface PartitionState {
  readonly partition: number
  /** Whether this node flushes it. */
  readonly mine: boolean
  readonly pendingBytes: number
  /** How long its oldest record has been waiting, in seconds; 0 without one. */
  readonly lagSeconds: number
  readonly parked: number
}

export interface Beat {
  readonly leases: readonly Lease[]
  readonly partitions: readonly PartitionState[]
  /** Milliseconds by which the log's clock is ahead of this node's, as far as that is certain. */
  readonly clockAhead: number
}

interface LogFlushes {
  /**
   * Keeps this node's leases, takes its share of those that are free, and gives up what is more than that. Trims what has been in
   * the store for some seconds. A node that cannot store, as it says, has none while another one can.
   */
  beat(canStore?: boolean): Promise<Beat>
  /** Gives up all leases of this node. */
  release(): Promise<void>
  /**
   * The next batch, noted so that a later flusher begins with exactly the same one; undefined where nothing is pending. Where
   * one is noted already, that one, unless `anew`. Rejects with {@link LeaseLost}.
   */
  plan(lease: Lease, limit: BatchLimit, anew: boolean): Promise<Batch | undefined>
  /**
   * Moves the applied offset past a batch. Resolves to false where it is elsewhere than where the batch begins: a call before,
   * that was given up, has moved it meanwhile. Rejects with {@link LeaseLost} and changes nothing then.
   */
  finish(lease: Lease, batch: Batch): Promise<boolean>
  /** Notes that the store does not take what is pending, unless the batch was finished; {@link finish} clears it. */
  fail(lease: Lease, batch: Batch): Promise<void>
  /**
   * Puts a record aside that the store refuses, the first one of the next batch, and moves the applied offset past it; unless
   * that was done by a call before.
   */
  park(lease: Lease, record: LoggedRecord): Promise<void>
  /** A record that was put aside, at random. */
  parked(lease: Lease): Promise<LoggedRecord | undefined>
  /** Trims a record that was put aside and is stored now. */
  unpark(lease: Lease, record: LoggedRecord): Promise<void>
}

/** Another node flushes the partition now. */
export class LeaseLost extends Error {
  override name = 'LeaseLost'
  constructor({ partition, token }: Lease) {
    super(`Another node has the lease of partition ${partition}, above token ${token}.`)
  }
}
