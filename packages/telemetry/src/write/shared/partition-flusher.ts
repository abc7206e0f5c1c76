import type { Write } from '../blocks/write.ts'
import type { Complete } from '../insert-batch.ts'
import { earlyPause } from '../wal/early-pause.ts'
import { isRefused } from './is-refused.ts'
import { decodeInTurns, Unreadable } from './record.ts'
import {
  type Batch,
  type BatchLimit,
  type Lease,
  LeaseLost,
  type LoggedRecord,
  type SharedLog,
} from './shared-log.ts'

export interface PartitionFlusherOptions {
  readonly log: Pick<SharedLog, 'plan' | 'finish' | 'fail' | 'park' | 'parked' | 'unpark'>
  /** Inserts writes; they count once completed. Deduplicated by the token. */
  readonly store: (writes: readonly Write[], token: string) => Promise<Complete>
  /** Whether the store answers within some seconds. */
  readonly ping: () => Promise<boolean>
  /** Whether the lease was renewed in time, by this node's monotonic clock. */
  readonly isCurrent: () => boolean
  /** Milliseconds between the starts of batches, unless a query waits or a batch is full. */
  readonly rest: number
  /** Milliseconds from a failure to the next attempt. */
  readonly retry: number
  readonly limit: BatchLimit
  /** Called when a batch fails, and with undefined once one succeeds again. */
  readonly onFault: (cause: unknown) => void
  /** Up to where no node can read what this one cannot. */
  readonly lostUpTo?: bigint | undefined
  /** Called when a record cannot be read. */
  readonly onUnreadable?: ((cause: Unreadable) => void) | undefined
}

/** Flushes one partition of the log while this node holds its lease. */
export interface PartitionFlusher {
  /** The lease, which may have been renewed with another token. */
  readonly lease: Lease
  /** To be called when records are pending. */
  wake(): void
  /** To be called when a query waits for pending records, or they fill a batch. */
  hurry(): void
  /**
   * To be called while records are parked, whoever parked them: they are retried within some seconds. With `anew`,
   * those that cannot be read are read again.
   */
  noteParked(anew: boolean): void
  /**
   * Resolves once it has ended: it was closed, another node took the lease, or the next record, which it resolves to,
   * cannot be read.
   */
  readonly ended: Promise<LoggedRecord | undefined>
  /** Ends after the batch in flight. With `empty`, pending records are flushed first, unless that fails. */
  close(empty: boolean): Promise<void>
}

/**
 * Moves a partition's records into the tables in order, batch by batch:
 *
 * 1. The batch is noted in the log (`plan`). The next flusher, on this node or another, begins with the same batch.
 * 2. It is inserted with its offsets and a random id as the deduplication token. So a repeated insert counts once, even from a node
 *    that was stopped in between and goes on after others have repeated its batch and erased some of it.
 * 3. The applied offset moves (`finish`), in one transaction that checks the lease.
 *
 * A killed server may know an insert's token and lack its rows, since ClickHouse without replicas writes the token
 * first. So a batch that may have been tried before, according to the log, is also inserted with a second token.
 * Duplicate rows count once, by their version.
 *
 * A refused batch is halved until the offending record is found. That one is parked and retried from time to time. Its
 * versions are assigned already, so its order does not matter. The store may have refused it, and many others, for an
 * unrelated reason. So once the store takes one of them, the others follow at once.
 *
 * A record that cannot be read ends the batch before it. If it is the next one, the flusher ends, so that another node
 * can take the partition; or parks it, if none can read it.
 */
export function flushPartition(lease: Lease, options: PartitionFlusherOptions): PartitionFlusher {
  const { log, store, ping, isCurrent, rest, retry, limit, onFault } = options
  const { lostUpTo = 0n, onUnreadable = () => {} } = options
  const { pause, wake: check } = earlyPause()
  let [pending, hurried, closed, emptying] = [true, false, false, false]
  let faulty = false
  /** Most records of a batch; fewer after one that failed because of its data, which is then planned anew. */
  let most = limit.records
  let anew = false
  let refusals = 0
  /** Why the last batch failed, unless the store refused it. */
  let away: unknown
  /** Monotonic time of the next retry of parked records, including those of earlier flushers. */
  let nextParkedRetry = Number.NEGATIVE_INFINITY
  /** Positions of parked records that this node cannot read: others may, once they hold the lease. */
  const unreadable = new Set<bigint>()

  async function insert({
    records,
    repeats,
    ...batch
  }: Pick<Batch, 'token' | 'records' | 'repeats'>): Promise<void> {
    const writes = await decodeInTurns(records)
    if (!isCurrent()) throw new Error('The lease of a partition of samples may have ended.')
    if (writes.length === 0) return
    const token = `samples-${lease.partition}-${batch.token}`
    const first = await store(writes, token)
    const complete = repeats ? await store(writes, `${token}-again`) : first
    await complete()
    for (const { samples } of writes) samples.free()
  }

  /** Returns whether there may be more. */
  async function flush(): Promise<boolean> {
    // Else the log would be read again and again while the store is down.
    if (away !== undefined && !(await ping().catch(() => false))) throw away
    const size = { ...limit, records: most }
    const batch = await log.plan(lease, size, anew)
    if (!batch) return false
    // An insert whose outcome is unknown must be repeated with the same token.
    anew = false
    try {
      await insert(batch)
    } catch (cause) {
      if (cause instanceof Unreadable) return passOver(cause, batch)
      await fail(cause, batch)
      throw cause
    }
    const isMoved = await log.finish(lease, batch)
    succeed()
    // A call that was given up has moved the offset: the next batch begins where it is now.
    const more = batch.more || !isMoved
    if (more) hurried = true
    return more
  }

  function succeed(): void {
    if (faulty) onFault(undefined)
    faulty = false
    refusals = 0
    away = undefined
    begin()
  }

  /** From now on batches are as large as they may be. */
  function begin(): void {
    most = limit.records
    anew = false
  }

  function report(cause: unknown): void {
    if (!faulty) onFault(cause)
    faulty = true
  }

  /**
   * Stores the records ahead of an unreadable one next, or parks it. Returns whether there may be more. A batch that
   * another node has noted is left whole for one that can read it: its insert may still come, with its token.
   */
  async function passOver(cause: Unreadable, { records, repeats }: Batch): Promise<boolean> {
    onUnreadable(cause)
    hurried = true
    const { index } = cause
    const record = records[index] as LoggedRecord
    const isLost = record.end <= lostUpTo
    if (index > 0 && (isLost || !repeats)) {
      ;[most, anew] = [Math.min(index, limit.records), true]
      return true
    }
    if (!isLost) throw new Declined(record)
    report(cause)
    await log.park(lease, record)
    unreadable.add(record.position)
    begin()
    return true
  }

  async function fail(cause: unknown, batch: Batch): Promise<void> {
    report(cause)
    const refused = isRefused(cause)
    const { records } = batch
    const [first, ...others] = records
    refusals = refused && others.length === 0 ? refusals + 1 : 0
    away = undefined
    if (refused && others.length > 0) [most, anew] = [Math.ceil(records.length / 2), true]
    if (first && others.length === 0 && refusals >= MAX_REFUSALS) {
      await log.park(lease, first)
      nextParkedRetry = performance.now() + PARKED_RETRY_MS
      begin()
      refusals = 0
      return
    }
    await log.fail(lease, batch)
    if (!refused) away = cause
  }

  /** Retries parked records one by one until one is refused again, or pending records are awaited. */
  async function retryParked(): Promise<void> {
    nextParkedRetry = performance.now() + PARKED_RETRY_MS
    while (!closed) {
      const record = await log.parked(lease, [...unreadable])
      if (!record) {
        nextParkedRetry = Number.POSITIVE_INFINITY
        return
      }
      const { position: from, end: to } = record
      try {
        await insert({ token: `${from}-${to}`, records: [record], repeats: true })
      } catch (cause) {
        if (!(cause instanceof Unreadable)) throw cause
        onUnreadable(cause)
        unreadable.add(from)
        continue
      }
      await log.unpark(lease, record)
      if (!hurried) continue
      nextParkedRetry = performance.now()
      return
    }
  }

  /** Runs one attempt to flush or to retry parked records. Rejects if this node does not flush the partition any more. */
  async function attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (cause) {
      if (cause instanceof LeaseLost || cause instanceof Declined) throw cause
      report(cause)
      await pause(retry, () => closed)
      if (closed) emptying = false
    }
  }

  async function flushPending(): Promise<void> {
    hurried = false
    pending = false
    try {
      pending = (await flush()) || pending
    } catch (cause) {
      // Retries after the pause of a failure, which is shorter than the rest; queries are refused until then.
      pending = true
      hurried = true
      throw cause
    }
  }

  async function run(): Promise<undefined> {
    let began = Number.NEGATIVE_INFINITY
    while (pending ? !closed || emptying : !closed) {
      if (pending) {
        await pause(rest - (performance.now() - began), () => hurried || closed)
        began = performance.now()
        await attempt(flushPending)
      } else {
        const wait = Math.min(nextParkedRetry - performance.now(), PARKED_RETRY_MS)
        await pause(wait, () => pending || closed)
      }
      if (performance.now() < nextParkedRetry) continue
      await attempt(retryParked)
    }
  }

  const ended = run().catch((cause) => {
    if (cause instanceof Declined) return cause.record
    if (cause instanceof LeaseLost) return undefined
    throw cause
  })
  return {
    ...{ lease, ended },
    wake() {
      pending = true
      check()
    },
    hurry() {
      pending = true
      hurried = true
      check()
    },
    noteParked(anew) {
      if (anew) unreadable.clear()
      nextParkedRetry = Math.min(nextParkedRetry, performance.now() + PARKED_RETRY_MS)
    },
    async close(empty) {
      closed = true
      emptying = empty
      check()
      await ended
    },
  }
}

/** The next record cannot be read by this node. */
class Declined extends Error {
  readonly record: LoggedRecord
  constructor(record: LoggedRecord) {
    super()
    this.record = record
  }
}

/** How often the store must refuse a record alone before it is parked. */
const MAX_REFUSALS = 3

/** Milliseconds between retries of parked records. */
const PARKED_RETRY_MS = 10_000
