import { Problem } from '../../problem.ts'
import type { Write } from '../blocks/write.ts'
import type { Release } from './log.ts'

/** Writes that are in the log and not in the tables yet. */
export interface Group {
  readonly writes: readonly Write[]
  readonly bytes: number
  /** Takes them out of the log. */
  readonly release: Release
}

interface Options {
  /** Puts writes into the tables. What is in them already may come again. */
  readonly store: (writes: readonly Write[]) => Promise<void>
  /** Called before what waits is put into the tables, but for another try. */
  readonly turn: () => void
  /** Milliseconds from one batch's beginning to the next one's, unless somebody waits or one is full. */
  readonly rest: number
  /** Milliseconds from a failure to the next try. */
  readonly retry: number
  /** A batch is full once it holds this many bytes. */
  readonly batchBytes: number
  /** Bytes that may wait before those who bring more have to. */
  readonly roomyBytes: number
  /** Told when the tables cannot be written, and with undefined when they can again. */
  readonly onFault: (cause: unknown) => void
}

/** Brings what is in the log into the tables, in large batches. */
export interface Backlog {
  add(group: Group): void
  /** Resolves once there is room for more. Rejects with `unavailable` while there is none and the tables cannot be written. */
  room(): Promise<void>
  /**
   * Resolves once all that was added before, of an organization or of all, is in the tables and released. Rejects with
   * `unavailable` when it cannot be brought there now.
   */
  stored(organization?: number): Promise<void>
  bytes(): number
  /** Brings over what there is, as far as the tables can be written: the rest stays in the log. */
  close(): Promise<void>
}

interface Waiter {
  /** The number of the last group that is waited for. */
  readonly upTo: number
  resolve(): void
  reject(reason: unknown): void
}

export function openBacklog(options: Options): Backlog {
  const { store, turn, rest, retry, batchBytes, roomyBytes, onFault } = options
  /** In the order of their numbers; those that are being brought over come first. */
  let groups: (Group & { readonly number: number })[] = []
  let added = 0
  let bytes = 0
  let waiters: Waiter[] = []
  let running: Promise<void> | undefined
  let wake: (() => void) | undefined
  let faulty = false
  let closed = false

  const isHurried = () => closed || waiters.length > 0 || bytes >= batchBytes

  /** Resolves after some time, or as soon as there is reason to go on. */
  async function pause(milliseconds: number, isOver = isHurried): Promise<void> {
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

  function nextBatch(): typeof groups {
    let sum = 0
    const end = groups.findIndex((group) => {
      sum += group.bytes
      return sum >= batchBytes
    })
    return groups.slice(0, end === -1 ? undefined : end + 1)
  }

  async function bringOver(batch: typeof groups): Promise<void> {
    // While tries fail, the log goes on in the file that it has.
    if (!faulty) turn()
    await store(batch.flatMap(({ writes }) => writes))
    await Promise.all(batch.map(({ release }) => release()))
    groups = groups.slice(batch.length)
    for (const group of batch) bytes -= group.bytes
    const reached = batch.at(-1)?.number ?? 0
    const served = waiters.filter(({ upTo }) => upTo <= reached)
    waiters = waiters.filter(({ upTo }) => upTo > reached)
    for (const { resolve } of served) resolve()
  }

  function fail(cause: unknown): void {
    if (!faulty) onFault(cause)
    faulty = true
    const refused = waiters
    waiters = []
    for (const { reject } of refused) reject(notStored(cause))
  }

  async function run(): Promise<void> {
    while (groups.length > 0) {
      const began = performance.now()
      try {
        await bringOver(nextBatch())
        if (faulty) onFault(undefined)
        faulty = false
        await pause(rest - (performance.now() - began))
      } catch (cause) {
        fail(cause)
        if (closed) break
        await pause(retry, () => closed || waiters.length > 0)
      }
    }
    running = undefined
  }

  function reached(upTo: number): Promise<void> {
    const { promise, ...settle } = Promise.withResolvers<void>()
    waiters.push({ upTo, ...settle })
    wake?.()
    return promise
  }

  return {
    add(group) {
      added += 1
      groups.push({ ...group, number: added })
      bytes += group.bytes
      running ??= run()
      wake?.()
    },
    async room() {
      for (let first = groups[0]; first && bytes >= roomyBytes; first = groups[0]) {
        await reached(first.number)
      }
    },
    async stored(organization) {
      const last = groups.findLast(
        ({ writes }) =>
          organization === undefined || writes.some((write) => write.organization === organization),
      )
      if (last) await reached(last.number)
    },
    bytes: () => bytes,
    async close() {
      closed = true
      wake?.()
      await running
    },
  }
}

function notStored(cause: unknown): Problem {
  const detail = 'The telemetry store does not answer as it should. Try again shortly.'
  return new Problem('unavailable', { detail, retryAfter: 1, cause })
}
