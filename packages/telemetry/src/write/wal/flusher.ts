import { workFor } from '@sluice/runtime'
import { unavailable } from '../../unavailable.ts'
import type { Write } from '../blocks/write.ts'
import type { Complete } from '../insert-batch.ts'
import { earlyPause } from './early-pause.ts'
import { type BatchSize, type LoggedGroup, pendingGroups } from './pending-groups.ts'
import { type Matches, waiters } from './waiters.ts'

interface Options {
  /** Inserts writes; they count once completed. Idempotent: the same writes may come again. */
  readonly store: (writes: readonly Write[]) => Promise<Complete>
  /** Rotates the log: called before a batch, and once flushes succeed again. */
  readonly rotate: () => void
  /** Milliseconds between the starts of batches, unless a query waits or a batch is full. */
  readonly rest: number
  /** Milliseconds from a failure to the next retry. */
  readonly retry: number
  /**
   * Timeout of a batch in milliseconds, again from when the batch before is completed. Beyond it, waiters are rejected as
   * if it had failed, but the batch goes on: its outcome is indeterminate until the engine answers.
   */
  readonly patience: number
  readonly batch: BatchSize
  /** Pending bytes at which back-pressure begins. */
  readonly roomyBytes: number
  /** Called when a flush fails or times out, and with undefined once one succeeds again. */
  readonly onFault: (cause: unknown) => void
}

/**
 * Flushes the log into the tables in large batches. A failing batch is bisected, and a poison group moves to the tail, so
 * the rest of its batch gets through. Nothing is ever dropped.
 */
export function openFlusher(options: Options) {
  const { store, rotate, rest, retry, patience, batch: full, roomyBytes, onFault } = options
  const pending = pendingGroups(full)
  const waiting = waiters()
  const { pause, wake } = earlyPause()
  let running: Promise<void> | undefined
  /** The completion of the batch before; a full batch is stored without waiting for it. */
  let completion = Promise.resolve()
  let fault: { readonly cause: unknown } | undefined
  /** Most groups of a batch; halved when one fails. */
  let most = Number.POSITIVE_INFINITY
  let closed = false

  const isHurried = () => closed || !waiting.isEmpty() || pending.isFull()

  /** @param onProgress called once the batch before is completed */
  async function flush(batch: readonly LoggedGroup[], onProgress: () => void): Promise<void> {
    // While flushes fail, the log is not rotated.
    if (!fault) rotate()
    const complete = await store(batch.flatMap(({ writes }) => writes))
    await completion
    onProgress()
    completion = release(batch, complete)
    // Whoever awaits it next handles the rejection.
    completion.catch(() => {})
    if (fault || !pending.isFull()) await completion
  }

  async function release(batch: readonly LoggedGroup[], complete: Complete): Promise<void> {
    await complete()
    if (fault) rotate()
    await Promise.all(batch.map(({ release }) => release()))
    pending.remove(batch)
    waiting.resolveUnless(pending.some)
  }

  /** Requeues the batch, once none of its inserts is in flight. */
  async function putBack(): Promise<void> {
    await Promise.allSettled([completion])
    completion = Promise.resolve()
    pending.putBack()
  }

  function succeed(): void {
    if (fault) onFault(undefined)
    fault = undefined
    most = Number.POSITIVE_INFINITY
  }

  /** Rejects all waiters, and new ones until a batch succeeds. */
  function refuse(cause: unknown): void {
    if (!fault) onFault(cause)
    fault = { cause }
    waiting.rejectAll(unavailable(cause))
  }

  function fail(cause: unknown, batch: readonly LoggedGroup[]): void {
    refuse(cause)
    most = Math.ceil(batch.length / 2)
    if (batch.length === 1) pending.moveFirstToTail()
  }

  async function run(): Promise<void> {
    while (!pending.isEmpty()) {
      const began = performance.now()
      const batch = pending.nextBatch(most)
      try {
        await reportLate((onProgress) => flush(batch, onProgress), patience, refuse)
        succeed()
        await pause(rest - (performance.now() - began), isHurried)
      } catch (cause) {
        await putBack()
        fail(cause, batch)
        if (closed) break
        await pause(retry, () => closed)
      }
    }
    running = undefined
  }

  /** Resolves once no matching group is pending. Rejects at once while flushes fail. */
  function until(matches: Matches): Promise<void> {
    if (!pending.some(matches)) return Promise.resolve()
    if (fault) return Promise.reject(unavailable(fault.cause))
    const flushed = waiting.add(matches)
    wake()
    return flushed
  }

  return {
    add(group: LoggedGroup): void {
      pending.add(group)
      // Not as part of the first caller's work: everybody's groups are in it.
      running ??= workFor('sample batches', run)
      wake()
    },
    /** Back-pressure: resolves once there is room for more. Rejects with `unavailable` if there is none and flushes fail. */
    async room(): Promise<void> {
      while (pending.bytes() >= roomyBytes) {
        const first = pending.first()
        await until((group) => group === first)
      }
    },
    /**
     * Resolves once all groups added before are in the tables and released, or only those with a matching write. Rejects
     * with `unavailable` while flushes fail.
     */
    flushed(matches: (write: Write) => boolean = () => true): Promise<void> {
      // Matched once here, since waiters are checked after every batch.
      const awaited = new Set(pending.filter(({ writes }) => writes.some(matches)))
      return until((group) => awaited.has(group))
    },
    /** The problem `unavailable` while flushes fail. */
    failure: () => fault && unavailable(fault.cause),
    /** Pending bytes. */
    bytes: pending.bytes,
    /** Flushes what can be flushed. The rest stays in the log. */
    async close(): Promise<void> {
      closed = true
      wake()
      await running
    },
  }
}

/**
 * Waits for a flush, however long it takes, since only one may be in flight. Reports one that takes too long, from its
 * beginning or its last progress.
 */
async function reportLate(
  flush: (onProgress: () => void) => Promise<void>,
  patience: number,
  report: (late: Error) => void,
): Promise<void> {
  const late = new Error(`The store has not taken a batch of samples within ${patience} ms.`)
  const timer = setTimeout(() => report(late), patience)
  try {
    await flush(() => timer.refresh())
  } finally {
    clearTimeout(timer)
  }
}
