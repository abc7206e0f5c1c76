import { Problem } from '@sluice/runtime'
import { unavailable } from '../../unavailable.ts'
import type { BarrierScope } from '../wal/barrier-scope.ts'
import { partitionsOf } from './partition-of.ts'
import type { Progress, SharedLog, Signal } from './shared-log.ts'

interface Options {
  readonly log: Pick<SharedLog, 'progress' | 'pendingOf' | 'hurry'>
  /** Milliseconds that a query waits at most. */
  readonly patience: number
  /** Milliseconds between looks while queries wait: signals may be lost. */
  readonly look: number
}

type Reached = Pick<Progress, 'partition' | 'applied' | 'parked'>

interface Waiter {
  readonly ends: Map<number, bigint>
  /** Partitions that were reached with records put aside: these may be what was waited for. */
  readonly doubtful: Set<number>
  resolve(): void
  reject(cause: unknown): void
}

/** The read barrier of a node over a log that all nodes share. */
export interface SharedBarrier {
  /**
   * Resolves once what was acknowledged before, by any node, is in the store: everything in the log without a scope. Without
   * anything pending that costs one small statement, which queries that come together share. Rejects with `unavailable`.
   */
  pass(scope?: BarrierScope): Promise<void>
  heard(signal: Signal): void
  close(): void
}

export function openSharedBarrier({ log, patience, look }: Options): SharedBarrier {
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
      // The log is away: waiters end by their own patience.
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

  /** Somebody has asked for so much already. */
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

  /** Up to where samples of the scope are pending in these partitions. Rejects where they do not get on. */
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
    heard(signal) {
      if (signal.kind === 'applied') reach(signal)
    },
    close() {
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
