import { unavailable } from '../../unavailable.ts'
import type { Write } from '../blocks/write.ts'
import type { Release } from './log.ts'

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

interface Options {
  /** Inserts writes into the tables. Idempotent: the same writes may come again. */
  readonly store: (writes: readonly Write[]) => Promise<void>
  /** Rotates the log: called before a batch, and once flushes succeed again. */
  readonly rotate: () => void
  /** Milliseconds between the starts of batches, unless someone waits or a batch is full. */
  readonly rest: number
  /** Milliseconds from a failure to the next retry. */
  readonly retry: number
  /**
   * Timeout of a batch in milliseconds. Beyond it, waiters are rejected as if it had failed, but the batch goes on: its outcome is
   * indeterminate until the engine answers.
   */
  readonly patience: number
  /** A batch is full at either of these. */
  readonly batch: { readonly bytes: number; readonly runs: number }
  /** Pending bytes at which back-pressure begins. */
  readonly roomyBytes: number
  /** Called when a flush fails or times out, and with undefined when one succeeds again. */
  readonly onFault: (cause: unknown) => void
}

/** Flushes the log into the tables, in large batches. */
export interface Flusher {
  add(group: LoggedGroup): void
  /** Back-pressure: resolves once there is room for more. Rejects with `unavailable` while there is none and flushes fail. */
  room(): Promise<void>
  /**
   * Resolves once all groups added before are in the tables and released, or only those with a matching write. Rejects with
   * `unavailable` while flushes fail.
   */
  flushed(matches?: (write: Write) => boolean): Promise<void>
  /** Bytes that are pending. */
  bytes(): number
  /** Flushes what can be flushed. The rest stays in the log. */
  close(): Promise<void>
}

interface Waiter {
  readonly isWaitedFor: (group: LoggedGroup) => boolean
  resolve(): void
  reject(reason: unknown): void
}

/**
 * Opens the flusher. A failing batch is bisected, and a poison group moves to the tail, so it holds nothing else back. Nothing is
 * ever dropped.
 */
export function openFlusher(options: Options): Flusher {
  const { store, rotate, rest, retry, patience, batch: full, roomyBytes, onFault } = options
  /** The batch in flight comes first. */
  let groups: LoggedGroup[] = []
  let bytes = 0
  let runs = 0
  let waiters: Waiter[] = []
  let running: Promise<void> | undefined
  let wake: (() => void) | undefined
  let fault: { readonly cause: unknown } | undefined
  /** Most groups of a batch: halved when one fails. */
  let most = Number.POSITIVE_INFINITY
  let closed = false

  const isHurried = () => closed || waiters.length > 0 || bytes >= full.bytes || runs >= full.runs

  /** Resolves after some time, or as soon as `isOver`. */
  async function pause(milliseconds: number, isOver: () => boolean): Promise<void> {
    if (isOver() || milliseconds <= 0) return
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, milliseconds)
    wake = () => {
      if (isOver()) resolve()
    }
    await promise
    wake = undefined
    clearTimeout(timer)
  }

  function nextBatch(): LoggedGroup[] {
    let sums = { bytes: 0, runs: 0 }
    const last = groups.findIndex((group, i) => {
      sums = { bytes: sums.bytes + group.bytes, runs: sums.runs + group.runs }
      return sums.bytes >= full.bytes || sums.runs >= full.runs || i + 1 >= most
    })
    return groups.slice(0, last === -1 ? undefined : last + 1)
  }

  async function flush(batch: readonly LoggedGroup[]): Promise<void> {
    // While flushes fail, the log is not rotated.
    if (!fault) rotate()
    await store(batch.flatMap(({ writes }) => writes))
    if (fault) rotate()
    await Promise.all(batch.map(({ release }) => release()))
    groups = groups.slice(batch.length)
    for (const group of batch) {
      for (const { samples } of group.writes) samples.free()
      bytes -= group.bytes
      runs -= group.runs
    }
    const served = waiters.filter(({ isWaitedFor }) => !groups.some(isWaitedFor))
    waiters = waiters.filter((waiter) => !served.includes(waiter))
    for (const { resolve } of served) resolve()
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
    const refused = waiters
    waiters = []
    for (const { reject } of refused) reject(unavailable(cause))
  }

  function fail(cause: unknown, batch: readonly LoggedGroup[]): void {
    refuse(cause)
    most = Math.ceil(batch.length / 2)
    if (batch.length === 1) groups = [...groups.slice(1), ...batch]
  }

  /** Flushes a batch and waits for its end, however long that takes: only one may be in flight. */
  async function attempt(batch: readonly LoggedGroup[]): Promise<void> {
    const late = new Error(`The store has not taken a batch of samples within ${patience} ms.`)
    const timer = setTimeout(() => refuse(late), patience)
    try {
      await flush(batch)
    } finally {
      clearTimeout(timer)
    }
  }

  async function run(): Promise<void> {
    while (groups.length > 0) {
      const began = performance.now()
      const batch = nextBatch()
      try {
        await attempt(batch)
        succeed()
        await pause(rest - (performance.now() - began), isHurried)
      } catch (cause) {
        fail(cause, batch)
        if (closed) break
        await pause(retry, () => closed)
      }
    }
    running = undefined
  }

  /** Resolves once no such group is pending. Rejects at once while flushes fail. */
  function until(isWaitedFor: Waiter['isWaitedFor']): Promise<void> {
    if (!groups.some(isWaitedFor)) return Promise.resolve()
    if (fault) return Promise.reject(unavailable(fault.cause))
    const { promise, ...settle } = Promise.withResolvers<void>()
    waiters.push({ isWaitedFor, ...settle })
    wake?.()
    return promise
  }

  return {
    add(group) {
      groups.push(group)
      bytes += group.bytes
      runs += group.runs
      running ??= run()
      wake?.()
    },
    async room() {
      while (bytes >= roomyBytes) {
        const first = groups[0]
        await until((group) => group === first)
      }
    },
    flushed(matches = () => true) {
      // Matched once here: waiters are checked after every batch.
      const awaited = new Set(groups.filter(({ writes }) => writes.some(matches)))
      return until((group) => awaited.has(group))
    },
    bytes: () => bytes,
    async close() {
      closed = true
      wake?.()
      await running
    },
  }
}
