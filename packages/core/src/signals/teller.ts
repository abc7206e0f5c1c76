import { setTimeout as pause } from 'node:timers/promises'
import { type Batch, BatchesInTurn, type OnBackground, workFor } from '@sluice/runtime'
import type { Core } from '../context.ts'
import type { SeenThing } from '../last-seen/buffer.ts'
import { listening } from './listening.ts'
import { tellOnline } from './online-things.ts'
import { judgeThresholds, type Unsettled } from './thresholds.ts'

type Stores = Pick<Core, 'db' | 'telemetry' | 'clock'>

/** Things of an organization checked in its turn. */
const BATCH = 200
/** Milliseconds before locked things are checked again if nothing else is queued. */
const LOCKED = 250

/** The comparison of some things with thresholds, in batches. */
interface Judgement {
  readonly ids: readonly string[]
  readonly batches: AsyncGenerator<Unsettled, Unsettled>
}

function putAside(
  to: Batch<boolean>[],
  organizationId: string,
  ids: readonly string[],
  isOffline = false,
): void {
  if (ids.length > 0) to.push({ organizationId, items: ids.map((id) => [id, isOffline]) })
}

/** Emits events about things that sent data: those that came online, and values that crossed a threshold. */
export interface Teller {
  seen(things: readonly SeenThing[]): void
  /** Resolves once the queue is empty, or with the batch in progress after the signal. */
  told(end?: AbortSignal): Promise<void>
}

/**
 * Organizations take turns, a batch of things or thresholds each, so an organization with many of them delays only
 * itself. Its statements also count as its own, so they take none of the service's turns at Postgres. A thing that
 * sends again while queued is checked once. What failed is checked again with the next data of any thing.
 */
export function openTeller(stores: Stores, onChange: OnBackground = () => {}): Teller {
  /** Whether each may be offline. */
  const waiting = new BatchesInTurn<boolean>()
  /** Threshold checks in progress, by organization: a turn does one batch. */
  const judged = new Map<string, Judgement>()
  /** Things locked by others; nothing waits for them. */
  const locked: Batch<boolean>[] = []
  const failed: Batch<boolean>[] = []
  let running: Promise<void> | undefined
  let end: AbortSignal | undefined
  let [faults, isFailing]: [unknown[], boolean] = [[], false]

  /** Queues a thing. One that may be offline stays so until that is checked: others queue it for its values alone. */
  function enqueue(organizationId: string, id: string, isOffline: boolean): void {
    waiting.add(organizationId, id, isOffline || waiting.get(organizationId, id) === true)
  }

  function enqueueAgain(batches: Batch<boolean>[]): void {
    for (const { organizationId, items } of batches.splice(0)) {
      for (const [id, isOffline] of items) enqueue(organizationId, id, isOffline)
    }
  }

  async function run(): Promise<void> {
    while (!end?.aborted && waiting.size + judged.size + locked.length > 0) {
      if (waiting.size + judged.size === 0) await pause(LOCKED)
      enqueueAgain(locked)
      faults = []
      const round = waiting.organizations().filter((id) => !judged.has(id))
      const judging = await attempt(() =>
        listening(stores.db, round, ['metric.breached', 'metric.cleared']),
      )
      for (const [organizationId, judgement] of judged) {
        if (!end?.aborted) await judgeBatch(organizationId, judgement)
      }
      for (const organizationId of round) {
        if (end?.aborted) break
        const ids = await workFor(organizationId, () => tellBatch(organizationId))
        if (!judging) putAside(failed, organizationId, ids)
        if (!judging?.has(organizationId)) continue
        const batches = judgeThresholds(stores, organizationId, ids)
        await judgeBatch(organizationId, { ids, batches })
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
    if (left) putAside(locked, organizationId, left, true)
    else putAside(failed, organizationId, offline, true)
    return items.map(([id]) => id)
  }

  async function judgeBatch(organizationId: string, judgement: Judgement): Promise<void> {
    const { ids, batches } = judgement
    const batch = await attempt(() => workFor(organizationId, () => batches.next()))
    if (batch?.done === false) judged.set(organizationId, judgement)
    else judged.delete(organizationId)
    if (!batch) return putAside(failed, organizationId, ids)
    for (const id of batch.value.told) enqueue(organizationId, id, false)
    putAside(locked, organizationId, batch.value.locked)
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
      enqueueAgain(failed)
      for (const { organizationId, thingId, isOffline } of things) {
        enqueue(organizationId, thingId, isOffline)
      }
      if (waiting.size > 0) running ??= run()
    },
    async told(signal) {
      end = signal
      await running
    },
  }
}
