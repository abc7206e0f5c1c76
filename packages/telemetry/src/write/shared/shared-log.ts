import type { BarrierScope } from '../wal/barrier-scope.ts'

/**
 * A log of samples that nodes share, in partitions. It is a port: telemetry knows nothing of the control database.
 *
 * Within a partition, versions are assigned in the order of commits, so its sequence is the order of writes, without
 * any clock. A record takes as many versions as its rows may need; the first one is its position.
 */
export interface SharedLog extends LogWrites, LogReads, LogFlushes {
  /** Calls back for every signal, including this node's own. Signals may be lost, so waiters must also poll. */
  listen(onSignal: (signal: Signal) => void): void
  close(): Promise<void>
}

/** Never changes: a thing must not move to another partition while samples of it are pending. */
export const PARTITIONS = 8

/** Duration of a lease in milliseconds, by the log's clock. */
export const LEASE_MS = 5000

export interface NewRecord {
  /** Writes whose versions count from 0. */
  readonly bytes: Buffer
  /** How many versions it takes. */
  readonly versions: number
  /** Runs of rows of one series. Sorting them is a batch's cost on the event loop. */
  readonly runs: number
  readonly extent: Extent
}

/** What a record's samples belong to, so that queries about others need not wait for it. */
export interface Extent {
  readonly organizations: readonly number[]
  /** Undefined if they are too many to list. */
  readonly things: readonly number[] | undefined
  /** Epoch microseconds, both included. */
  readonly earliest: number
  readonly latest: number
}

interface LogWrites {
  /**
   * Raises the log's versions above all in the store, once. Must come before the first append. `highest` finds the
   * highest version in the store; without it, the log must be started already.
   */
  start(highest?: () => Promise<bigint>): Promise<void>
  /**
   * Resolves once the record is committed. Rejects with `unavailable`, at once if too many bytes are pending; its cause is
   * {@link NotStarted} if the log is not started, or a process that writes alone has ended it.
   */
  append(partition: number, record: NewRecord): Promise<void>
  /** A version above those of all records committed so far, and below those of all later ones. Rejects as `append`. */
  takeVersion(partition: number): Promise<bigint>
  /**
   * Makes later versions higher than one that the log has lost, as in a failover, and than those lost with it. Things made
   * later get numbers that were not lost.
   */
  raise(partition: number, version: bigint): Promise<void>
}

/** The progress of a partition. */
export interface Progress {
  readonly partition: number
  /** The end of the last record. */
  readonly tail: bigint
  /** Records that end at or before this are in the store, except parked ones. */
  readonly applied: bigint
  /** Number of records that the store refuses, or no node can read. */
  readonly parked: number
  /** Whether the store refuses what is pending. */
  readonly failing: boolean
}

interface LogReads {
  /** Of every partition, as of the call or later. */
  progress(): Promise<readonly Progress[]>
  /**
   * For each of these partitions with matching records between `applied` and `tail`, the end of the last one, or a later
   * one if very many are pending. It is `undefined` for a parked record: nobody knows when that will be stored.
   */
  pendingOf(behind: readonly Progress[], scope: BarrierScope): Promise<readonly Pending[]>
  /**
   * Records of a partition from an offset on, in order, including parked ones. Empty if they have more than `most`
   * bytes. Records that are in the store are missing some seconds after they were appended;
   * {@link FollowedRecord.previous} shows that.
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
 * A record as followers see it. It may announce a removal: of its thing, or of all things of its organizations if it
 * lists none.
 */
export interface FollowedRecord extends LoggedRecord {
  /** The end of the record before it. */
  readonly previous: bigint
  readonly organizations: readonly number[]
  readonly things: readonly number[]
}

/** Consecutive records of a partition, from the applied offset on. */
export interface Batch {
  readonly from: bigint
  readonly to: bigint
  /** Identifies the batch within its partition. After a failover, others may have the same bounds. */
  readonly token: string
  readonly records: readonly LoggedRecord[]
  /** Whether there are records after it already. */
  readonly more: boolean
  /** Whether a batch was already noted at this offset: this one may have been tried before. */
  readonly repeats: boolean
}

/** A batch ends when it reaches either; it has at least one record. */
export interface BatchLimit {
  readonly bytes: number
  readonly runs: number
  readonly records: number
}

/** A partition as this node saw it last. */
export interface PartitionState extends Omit<Progress, 'failing'> {
  /** Whether this node flushes it. */
  readonly mine: boolean
  /** Whether any node flushes it. */
  readonly isHeld: boolean
  readonly pendingBytes: number
  /** The age of its oldest pending record in seconds; 0 without one. */
  readonly lagSeconds: number
}

export interface Beat {
  readonly leases: readonly Lease[]
  readonly partitions: readonly PartitionState[]
  /** The monotonic time before the leases were renewed, from which they last for {@link LEASE_MS}. */
  readonly renewedFrom: number
}

/** The log as this node saw it last. */
export interface LogState extends Pick<Beat, 'partitions'> {
  /** Milliseconds by which the log's clock is certainly ahead of this node's. */
  readonly clockAhead: number
  /** In the order of partitions and positions. */
  readonly unreadable: readonly UnreadableRecord[]
}

/** A record that this node cannot read. */
export interface UnreadableRecord {
  readonly partition: number
  readonly position: bigint
  /** Otherwise a later version wrote it. */
  readonly isDamaged: boolean
}

interface LogFlushes {
  /**
   * Renews this node's leases, takes its share of free ones, and releases any beyond that. A node with `canStore: false`
   * gets none while another one can store, and none that it declines, which others take beyond their shares.
   */
  beat(canStore?: boolean, declined?: readonly number[]): Promise<Beat>
  /** Trims records of this node's partitions that are in the store and were appended some seconds ago. May take long. */
  trim(): Promise<void>
  /** Milliseconds by which the log's clock is certainly ahead of this node's. */
  clockAhead(): Promise<number>
  /** Releases all leases of this node. */
  release(): Promise<void>
  /**
   * The next batch, noted so that a later flusher begins with exactly the same one; undefined if nothing is pending.
   * Returns a batch that is noted already, unless `anew`. Rejects with {@link LeaseLost}.
   */
  plan(lease: Lease, limit: BatchLimit, anew: boolean): Promise<Batch | undefined>
  /**
   * Moves the applied offset past a batch. Resolves to false if it is no longer at the start of the batch, since an
   * earlier call, which was given up, has moved it; or if the log has lost the batch. Rejects with {@link LeaseLost}, without changes.
   */
  finish(lease: Lease, batch: Batch): Promise<boolean>
  /** Notes that the store refuses what is pending, unless the batch was finished; {@link finish} clears it. */
  fail(lease: Lease, batch: Batch): Promise<void>
  /**
   * Parks a record that cannot be stored, which is the first of the next batch, and moves the applied offset past it,
   * unless an earlier call has done so.
   */
  park(lease: Lease, record: LoggedRecord): Promise<void>
  /** A random parked record, but for those at some positions. */
  parked(lease: Lease, except?: readonly bigint[]): Promise<LoggedRecord | undefined>
  /** Trims a parked record that is stored now. */
  unpark(lease: Lease, record: LoggedRecord): Promise<void>
}

/** Nothing can be appended until a node that flushes starts the log. */
export class NotStarted extends Error {
  override name = 'NotStarted'
  override message =
    'The log of samples in Postgres is not started: that takes an API that shares it.'
}

/** Another node flushes the partition now. */
export class LeaseLost extends Error {
  override name = 'LeaseLost'
  constructor({ partition, token }: Lease) {
    super(`Another node has the lease of partition ${partition}, above token ${token}.`)
  }
}
