import { Problem } from '@sluice/runtime'
import { unavailable } from '../../unavailable.ts'
import type { BarrierScope } from '../wal/barrier-scope.ts'
import { partitionsOf } from './partition-of.ts'
import type { Progress, SharedLog, Signal } from './shared-log.ts'

interface Options {
  readonly log: Pick<SharedLog, 'progress' | 'pendingOf' | 'hurry'>
  /** Most milliseconds that a query waits. */
  readonly patience: number
  /** Milliseconds between polls while queries wait, since signals may be lost. */
  readonly look: number
}

type Reached = Pick<Progress, 'partition' | 'applied' | 'parked'>

interface Waiter {
  readonly ends: Map<number, bigint>
  /** Partitions reached while some records are parked, which a waiter may need. */
  readonly doubtful: Set<number>
  resolve(): void
  reject(cause: unknown): void
}

/** The read barrier of a node over the shared log. */
export function openSharedBarrier({ log, patience, look }: Options) {
  const waiters = new Set<Waiter>()
  let looking: NodeJS.Timeout | undefined

  function reach({ partition, applied, parked }: Reached): void {
    for (const waiter of waiters) {
      const end = waiter.ends.get(partition)
      if (end === undefined || end > applied) continue
      waiter.ends.delete(partition)
      if (parked > 0) waiter.doubtful.add(partition)
      if (waiter.ends.size > 0) continue
      waiters.delete(waiter)
      waiter.resolve()
    }
  }

  async function lookAgain(): Promise<void> {
    try {
      for (const one of await log.progress()) {
        reach(one)
        if (one.failing) refuse(one.partition)
      }
      const late = new Set([...waiters].flatMap(({ ends }) => [...ends.keys()]))
      if (late.size > 0) await log.hurry([...late])
    } catch {
      // The log is unavailable; waiters time out on their own.
    }
    looking = waiters.size > 0 ? setTimeout(lookAgain, look) : undefined
  }

  function refuse(partition: number): void {
    for (const waiter of waiters) {
      if (!waiter.ends.has(partition)) continue
      waiters.delete(waiter)
      waiter.reject(notStored())
    }
  }

  /** Whether a waiter has already requested this much. */
  function isAwaited(partition: number, end: bigint): boolean {
    return [...waiters].some(({ ends }) => (ends.get(partition) ?? 0n) >= end)
  }

  async function reached(ends: Map<number, bigint>): Promise<Set<number>> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const doubtful = new Set<number>()
    const waiter = { ends, doubtful, resolve, reject }
    const hurry = [...ends].flatMap(([partition, end]) =>
      isAwaited(partition, end) ? [] : partition,
    )
    waiters.add(waiter)
    const timer = setTimeout(() => {
      waiters.delete(waiter)
      reject(notStored())
    }, patience)
    looking ??= setTimeout(lookAgain, look)
    try {
      if (hurry.length > 0) await log.hurry(hurry)
      await promise
      return doubtful
    } finally {
      waiters.delete(waiter)
      clearTimeout(timer)
    }
  }

  /** For each partition, the end of the pending records that match the scope. Rejects if a partition makes no progress. */
  async function endsOf(
    scope: BarrierScope | undefined,
    isNamed: (partition: number) => boolean,
  ): Promise<Map<number, bigint>> {
    const behind = (await log.progress()).filter(({ partition, tail, applied, parked }) => {
      return isNamed(partition) && (tail > applied || parked > 0)
    })
    const ends = new Map<number, bigint>()
    if (behind.length === 0) return ends
    const failing = new Set(behind.filter((one) => one.failing).map(({ partition }) => partition))
    const pending = scope ? await log.pendingOf(behind, scope) : behind.map(endOf)
    for (const { partition, end } of pending) {
      if (end === undefined || failing.has(partition)) throw notStored()
      ends.set(partition, end)
    }
    return ends
  }

  /**
   * Resolves once everything acknowledged before, by any node, is in the store; without a scope, everything in the log.
   * If nothing is pending, it costs one small statement, shared by concurrent queries. Rejects with `unavailable`.
   */
  async function pass(scope?: BarrierScope): Promise<void> {
    try {
      const named = scope && new Set(partitionsOf(scope.organization, scope.things))
      const ends = await endsOf(scope, (partition) => named?.has(partition) ?? true)
      if (ends.size === 0) return
      const doubtful = await reached(ends)
      if (doubtful.size > 0) await endsOf(scope, (partition) => doubtful.has(partition))
    } catch (cause) {
      throw unavailable(cause)
    }
  }

  return {
    pass,
    heard(signal: Signal): void {
      if (signal.kind === 'applied') reach(signal)
    },
    close(): void {
      clearTimeout(looking)
    },
  }
}

function endOf({ partition, tail, parked }: Progress) {
  return { partition, end: parked > 0 ? undefined : tail }
}

function notStored(): Problem {
  const detail =
    'Samples that were acknowledged are not in the telemetry store yet, so the answer would lack them. Retry shortly.'
  return new Problem('unavailable', { detail, retryAfter: 1 })
}
