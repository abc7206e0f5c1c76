import type { Write } from '../blocks/write.ts'
import type { Complete } from '../insert-batch.ts'
import { earlyPause } from '../wal/early-pause.ts'
import { isRefused } from './is-refused.ts'
import { decodeInTurns } from './record.ts'
import { type Batch, type BatchLimit, type Lease, LeaseLost, type SharedLog } from './shared-log.ts'

export interface PartitionFlusherOptions {
  readonly log: Pick<SharedLog, 'plan' | 'finish' | 'fail' | 'park' | 'parked' | 'unpark'>
  /** Inserts writes into the tables; they count once completed. The same token again means the same insert, which is then left out. */
  readonly store: (writes: readonly Write[], token: string) => Promise<Complete>
  /** Whether the lease was renewed in time, by this node's steady clock. */
  readonly isCurrent: () => boolean
  /** Milliseconds between the starts of batches, unless someone waits or a batch is full. */
  readonly rest: number
  /** Milliseconds from a failure to the next attempt. */
  readonly retry: number
  readonly limit: BatchLimit
  /** Called when a batch fails, and with undefined when one succeeds again. */
  readonly onFault: (cause: unknown) => void
}

/** Flushes one partition of the log while this node has its lease. */
export interface PartitionFlusher {
  /** The lease, which may have been renewed under another token. */
  readonly lease: Lease
  /** Something is pending. */
  wake(): void
  /** Somebody waits for what is pending. */
  hurry(): void
  /** Resolves once it has ended: it was closed, or its lease is another node's. */
  readonly ended: Promise<void>
  /** Ends after the batch under way. With `empty` what is pending is flushed first, unless that fails. */
  close(empty: boolean): Promise<void>
}

/**
 * Brings a partition's records into the tables in their order, a batch at a time:
 *
 * 1. The batch is noted in the log (`plan`). Whoever flushes next, this node or another, begins with the same batch.
 * 2. It is inserted, under a token that is its offsets. So an insert that comes twice is one, even from a node that was stopped
 *    in the middle and goes on after others have repeated its batch and erased some of it.
 * 3. The applied offset moves (`finish`), in one transaction that checks the lease.
 *
 * A server that is killed may know the token of an insert and lack its rows: without replicas ClickHouse writes the one before the
 * other. So what may have been tried before, as the log knows, is inserted under a second token, too. Rows that come twice count once,
 * by their version.
 *
 * A batch that the store refuses is halved until the record is found that it does not take. That one is put aside, and tried
 * again from time to time: its versions are given, so nothing depends on its order. The store may have refused it for what has
 * nothing to do with it, and many others with it. So once the store takes one of them, the others follow at once.
 */
export function flushPartition(lease: Lease, options: PartitionFlusherOptions): PartitionFlusher {
  const { log, store, isCurrent, rest, retry, limit, onFault } = options
  const { pause, wake: check } = earlyPause()
  let [pending, hurried, closed, emptying] = [true, false, false, false]
  let faulty = false
  /** Most records of a batch: halved when the store refuses one. */
  let most = limit.records
  let refusals = 0
  /** When records are tried again that were put aside, by an earlier flusher too, by the steady clock. */
  let nextAside = Number.NEGATIVE_INFINITY

  async function insert({ from, to, records, repeats }: Batch): Promise<void> {
    const writes = await decodeInTurns(records)
    if (!isCurrent()) throw new Error('The lease of a partition of samples may have ended.')
    if (writes.length === 0) return
    const token = `samples-${lease.partition}-${from}-${to}`
    const first = await store(writes, token)
    const complete = repeats ? await store(writes, `${token}-again`) : first
    await complete()
    for (const { samples } of writes) samples.free()
  }

  /** Whether there may be more. */
  async function flush(): Promise<boolean> {
    const size = { ...limit, records: most }
    const batch = await log.plan(lease, size, most < limit.records)
    if (!batch) return false
    try {
      await insert(batch)
    } catch (cause) {
      await fail(cause, batch)
      throw cause
    }
    const isMoved = await log.finish(lease, batch)
    succeed()
    // It was moved by a call that was given up: what it says now is where the next batch begins.
    const more = batch.more || !isMoved
    if (more) hurried = true
    return more
  }

  function succeed(): void {
    if (faulty) onFault(undefined)
    faulty = false
    refusals = 0
    most = limit.records
  }

  async function fail(cause: unknown, batch: Batch): Promise<void> {
    if (!faulty) onFault(cause)
    faulty = true
    const refused = isRefused(cause)
    const { records } = batch
    const [first, ...others] = records
    refusals = refused ? refusals + 1 : 0
    if (refused) most = Math.ceil(records.length / 2)
    if (first && others.length === 0 && refusals >= REFUSALS) {
      await log.park(lease, first)
      nextAside = performance.now() + ASIDE
      most = limit.records
      refusals = 0
      return
    }
    await log.fail(lease, batch)
  }

  /** Tries one after the other until the store refuses one again, or what is pending is wanted. */
  async function retryAside(): Promise<void> {
    nextAside = performance.now() + ASIDE
    while (!closed) {
      const record = await log.parked(lease)
      if (!record) {
        nextAside = Number.POSITIVE_INFINITY
        return
      }
      const { position: from, end: to } = record
      await insert({ from, to, records: [record], more: false, repeats: true })
      await log.unpark(lease, record)
      if (!hurried) continue
      nextAside = performance.now()
      return
    }
  }

  /** One attempt, at what is pending or at what was put aside. Whether this node still has the lease. */
  async function attempt(work: () => Promise<void>): Promise<boolean> {
    try {
      await work()
    } catch (cause) {
      if (cause instanceof LeaseLost) return false
      if (!faulty) onFault(cause)
      faulty = true
      await pause(retry, () => closed)
      if (closed) emptying = false
    }
    return true
  }

  async function flushPending(): Promise<void> {
    hurried = false
    pending = false
    try {
      pending = (await flush()) || pending
    } catch (cause) {
      // Tried again after the pause of a failure, which is shorter than the rest: whoever asks is refused until then.
      pending = true
      hurried = true
      throw cause
    }
  }

  async function run(): Promise<void> {
    let began = Number.NEGATIVE_INFINITY
    while (pending ? !closed || emptying : !closed) {
      if (pending) {
        await pause(rest - (performance.now() - began), () => hurried || closed)
        began = performance.now()
        if (!(await attempt(flushPending))) return
      } else {
        const wait = Math.min(nextAside - performance.now(), ASIDE)
        await pause(wait, () => pending || closed)
      }
      if (performance.now() < nextAside) continue
      if (!(await attempt(retryAside))) return
    }
  }

  const ended = run()
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
    async close(empty) {
      closed = true
      emptying = empty
      check()
      await ended
    },
  }
}

/** How often the store must refuse a record alone before it is put aside. */
const REFUSALS = 3

/** Milliseconds between attempts of records that were put aside. */
const ASIDE = 10_000
