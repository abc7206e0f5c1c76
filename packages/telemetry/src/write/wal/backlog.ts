import { unavailable } from '../../unavailable.ts'
import type { Write } from '../blocks/write.ts'
import type { Release } from './log.ts'

/** Writes that are in the log and not in the tables yet. */
export interface Group {
  readonly writes: readonly Write[]
  /** Of memory, about. */
  readonly bytes: number
  /** Runs of rows of one series: sorting these is the part of a batch's work that nothing interrupts. */
  readonly runs: number
  /** Takes them out of the log. */
  readonly release: Release
}

interface Options {
  /** Puts writes into the tables. What is in them already may come again. */
  readonly store: (writes: readonly Write[]) => Promise<void>
  /** Has the log begin another file: called before a batch, and once tries succeed again. */
  readonly turn: () => void
  /** Milliseconds from one batch's beginning to the next one's, unless somebody waits or one is full. */
  readonly rest: number
  /** Milliseconds from a failure to the next try. */
  readonly retry: number
  /**
   * Milliseconds that a batch may take. While one takes longer, whoever waits is answered as if it had failed: an engine that hangs
   * neither takes it nor refuses it.
   */
  readonly patience: number
  /** A batch is full once it holds as much as this. */
  readonly batch: { readonly bytes: number; readonly runs: number }
  /** Bytes that may wait before those who bring more have to. */
  readonly roomyBytes: number
  /** Told when the tables cannot be written, or not in time, and with undefined when they can again. */
  readonly onFault: (cause: unknown) => void
}

/** Brings what is in the log into the tables, in large batches. */
export interface Backlog {
  add(group: Group): void
  /** Resolves once there is room for more. Rejects with `unavailable` while there is none and the tables cannot be written. */
  room(): Promise<void>
  /**
   * Resolves once all that was added before, or the groups that hold a write that is meant, is in the tables and released.
   * Rejects with `unavailable` when it cannot be brought there now.
   */
  stored(isMeant?: (write: Write) => boolean): Promise<void>
  bytes(): number
  /** Brings over what there is, as far as the tables can be written: the rest stays in the log. */
  close(): Promise<void>
}

interface Waiter {
  readonly isWaitedFor: (group: Group) => boolean
  resolve(): void
  reject(reason: unknown): void
}

/**
 * A batch that fails is tried again by halves, so that what the store takes is stored whatever it does not take: a
 * group that fails alone goes behind the others. Nothing is ever given up.
 */
export function openBacklog(options: Options): Backlog {
  const { store, turn, rest, retry, patience, batch: full, roomyBytes, onFault } = options
  /** Those that are being brought over come first. */
  let groups: Group[] = []
  let bytes = 0
  let runs = 0
  let waiters: Waiter[] = []
  let running: Promise<void> | undefined
  let wake: (() => void) | undefined
  let fault: { readonly cause: unknown } | undefined
  /** Groups that a batch may have, since larger ones failed. */
  let most = Number.POSITIVE_INFINITY
  let closed = false

  const isHurried = () => closed || waiters.length > 0 || bytes >= full.bytes || runs >= full.runs

  /** Resolves after some time, or as soon as there is reason to go on. */
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

  function nextBatch(): Group[] {
    let sums = { bytes: 0, runs: 0 }
    const last = groups.findIndex((group, i) => {
      sums = { bytes: sums.bytes + group.bytes, runs: sums.runs + group.runs }
      return sums.bytes >= full.bytes || sums.runs >= full.runs || i + 1 >= most
    })
    return groups.slice(0, last === -1 ? undefined : last + 1)
  }

  async function bringOver(batch: readonly Group[]): Promise<void> {
    // While tries fail, the log goes on in the file that it has.
    if (!fault) turn()
    await store(batch.flatMap(({ writes }) => writes))
    if (fault) turn()
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

  /** From now on until a batch succeeds, waiting is not worth it. */
  function refuse(cause: unknown): void {
    if (!fault) onFault(cause)
    fault = { cause }
    const refused = waiters
    waiters = []
    for (const { reject } of refused) reject(unavailable(cause))
  }

  function fail(cause: unknown, batch: readonly Group[]): void {
    refuse(cause)
    most = Math.ceil(batch.length / 2)
    if (batch.length === 1) groups = [...groups.slice(1), ...batch]
  }

  /** Brings a batch over, and waits for its end however long that takes: nobody may do so again meanwhile. */
  async function attempt(batch: readonly Group[]): Promise<void> {
    const late = new Error(`The store has not taken a batch of samples within ${patience} ms.`)
    const timer = setTimeout(() => refuse(late), patience)
    try {
      await bringOver(batch)
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

  /** Waits until no group is left of those that are waited for. While tries fail, that is not worth waiting for. */
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
    stored(isMeant = () => true) {
      // Looked for once: who waits is looked at after every batch.
      const meant = new Set(groups.filter(({ writes }) => writes.some(isMeant)))
      return until((group) => meant.has(group))
    },
    bytes: () => bytes,
    async close() {
      closed = true
      wake?.()
      await running
    },
  }
}
