import { setTimeout as pause } from 'node:timers/promises'
import { type Batch, BatchesInTurn, type OnBackground, workFor } from '@sluice/runtime'
import type { Core } from '../context.ts'
import type { SeenThing } from '../last-seen/buffer.ts'
import { listening } from './listening.ts'
import { tellOnline } from './online-things.ts'
import { judgeThresholds } from './thresholds.ts'

type Stores = Pick<Core, 'db' | 'telemetry' | 'clock'>

/** Things of an organization checked in its turn. */
const BATCH = 200
/** Milliseconds before locked things are checked again if nothing else is queued. */
const LOCKED = 250

/** Emits events about things that sent data: those that came online, and values that crossed a threshold. */
export interface Teller {
  seen(things: readonly SeenThing[]): void
  /** Resolves once the queue is empty, or with the batch in progress after the signal. */
  told(end?: AbortSignal): Promise<void>
}

/**
 * Organizations take turns, a batch of things or thresholds each, so an organization with many of them delays only
 * itself. Its statements also count as its own, so they take none of the service's turns at Postgres. A thing that
 * sends again while queued is checked once. A failure is not retried: the thing's next data is checked again.
 */
export function openTeller(stores: Stores, onChange: OnBackground = () => {}): Teller {
  /** Whether each is offline. */
  const waiting = new BatchesInTurn<boolean>()
  /** Threshold checks in progress, by organization: a turn does one batch. */
  const judged = new Map<string, AsyncGenerator<void, void>>()
  /** Things locked by others; nothing waits for them. */
  const locked: Batch<boolean>[] = []
  let running: Promise<void> | undefined
  let end: AbortSignal | undefined
  let [faults, isFailing]: [unknown[], boolean] = [[], false]

  async function run(): Promise<void> {
    while (!end?.aborted && waiting.size + judged.size + locked.length > 0) {
      if (waiting.size + judged.size === 0) await pause(LOCKED)
      for (const batch of locked.splice(0)) waiting.putBack(batch)
      faults = []
      const round = waiting.organizations().filter((id) => !judged.has(id))
      const judging = await attempt(() =>
        listening(stores.db, round, ['metric.breached', 'metric.cleared']),
      )
      for (const [organizationId, batches] of judged) {
        if (!end?.aborted) await judgeBatch(organizationId, batches)
      }
      for (const organizationId of round) {
        if (end?.aborted) break
        const ids = await workFor(organizationId, () => tellBatch(organizationId))
        if (!judging?.has(organizationId)) continue
        await judgeBatch(organizationId, judgeThresholds(stores, organizationId, ids))
      }
      noteFaults()
    }
    running = undefined
  }

  /** Emits events for the next things that came online; returns all that sent data. */
  async function tellBatch(organizationId: string): Promise<string[]> {
    const { items } = waiting.take(BATCH, organizationId)
    const offline = items.flatMap(([id, isOffline]) => (isOffline ? [id] : []))
    const left = await attempt(() => tellOnline(stores, organizationId, offline))
    if (left?.length) locked.push({ organizationId, items: left.map((id) => [id, true]) })
    return items.map(([id]) => id)
  }

  async function judgeBatch(
    organizationId: string,
    batches: AsyncGenerator<void, void>,
  ): Promise<void> {
    const batch = await attempt(() => workFor(organizationId, () => batches.next()))
    if (batch?.done === false) judged.set(organizationId, batches)
    else judged.delete(organizationId)
  }

  function noteFaults(): void {
    if (faults.length > 0 && !isFailing)
      onChange(faults.length === 1 ? faults[0] : new AggregateError(faults))
    if (faults.length === 0 && isFailing) onChange(undefined)
    isFailing = faults.length > 0
  }

  async function attempt<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await work()
    } catch (fault) {
      faults.push(fault)
      return undefined
    }
  }

  return {
    seen(things) {
      for (const { organizationId, thingId, isOffline } of things) {
        waiting.add(organizationId, thingId, isOffline)
      }
      if (waiting.size > 0) running ??= run()
    },
    async told(signal) {
      end = signal
      await running
    },
  }
}
