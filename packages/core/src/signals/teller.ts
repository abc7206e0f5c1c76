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
/** Organizations whose turns run at once: where some wait for their own statements at Postgres, others go on. */
const AT_ONCE = 4
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

async function attempt<Result>(
  faults: unknown[],
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await work()
  } catch (fault) {
    faults.push(fault)
    return undefined
  }
}

/** Emits events about things that sent data: those that came online, and values that crossed a threshold. */
export interface Teller {
  seen(things: readonly SeenThing[]): void
  /** Resolves once the queue is empty, or with the batch in progress after the signal. */
  told(end?: AbortSignal): Promise<void>
}

/**
 * Organizations take turns, a batch of things or thresholds each, so an organization with many of them delays only
 * itself. Some turns run at once, at most one of each organization, and nobody waits for the end of a slow one. Statements
 * count as the organization's own, so they take none of the service's turns at Postgres. A thing that sends again while queued is checked once. What failed is checked again with the next data of any thing.
 */
export function openTeller(stores: Stores, onChange: OnBackground = () => {}): Teller {
  /** Whether each may be offline. */
  const waiting = new BatchesInTurn<boolean>()
  /** Threshold checks in progress, by organization: a turn does one batch. */
  const judged = new Map<string, Judgement>()
  /** Things locked by others; nothing waits for them. */
  const locked: Batch<boolean>[] = []
  const failed: Batch<boolean>[] = []
  /** Turns in progress, by organization. */
  const turns = new Map<string, Promise<void>>()
  /** Organizations whose last turn failed, and `listening` if that query did. */
  const failing = new Set<string>()
  /** Resolved when something is queued. */
  let news = Promise.withResolvers<void>()
  let running: Promise<void> | undefined
  let end: AbortSignal | undefined

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
    while (!end?.aborted && turns.size + waiting.size + judged.size + locked.length > 0) {
      if (nextOf().length === 0) {
        news = Promise.withResolvers()
        const soon = locked.length > 0 ? [pause(LOCKED)] : []
        await Promise.race([news.promise, ...turns.values(), ...soon])
      }
      enqueueAgain(locked)
      await beginTurns()
    }
    if (end?.aborted) await Promise.all(turns.values())
    running = undefined
  }

  /** Organizations that have something to check, and no turn in progress. */
  function nextOf(): string[] {
    const all = new Set([...judged.keys(), ...waiting.organizations()])
    return [...all].filter((id) => !turns.has(id))
  }

  async function beginTurns(): Promise<void> {
    const next = nextOf()
    const judging = await judgingOf(next.filter((id) => !judged.has(id)))
    for (const organizationId of next) {
      while (turns.size >= AT_ONCE) await Promise.race(turns.values())
      if (end?.aborted) return
      const turn = takeTurn(organizationId, judging).finally(() => turns.delete(organizationId))
      turns.set(organizationId, turn)
    }
  }

  /** Organizations whose thresholds are judged; undefined if that cannot be told now. One query for all of them. */
  async function judgingOf(ids: readonly string[]): Promise<Set<string> | undefined> {
    if (ids.length === 0) return new Set()
    const faults: unknown[] = []
    const judging = await attempt(faults, () =>
      listening(stores.db, ids, ['metric.breached', 'metric.cleared']),
    )
    noteEnd('listening', faults)
    return judging
  }

  async function takeTurn(organizationId: string, judging: Set<string> | undefined): Promise<void> {
    const faults: unknown[] = []
    const judgement = judged.get(organizationId)
    if (judgement) await judgeBatch(organizationId, judgement, faults)
    else {
      const ids = await workFor(organizationId, () => tellBatch(organizationId, faults))
      if (!judging) putAside(failed, organizationId, ids)
      if (judging?.has(organizationId)) {
        const batches = judgeThresholds(stores, organizationId, ids)
        await judgeBatch(organizationId, { ids, batches }, faults)
      }
    }
    noteEnd(organizationId, faults)
  }

  /** Emits events for the next things that came online; returns all that sent data. */
  async function tellBatch(organizationId: string, faults: unknown[]): Promise<string[]> {
    const { items } = waiting.take(BATCH, organizationId)
    const offline = items.flatMap(([id, isOffline]) => (isOffline ? [id] : []))
    const left = await attempt(faults, () => tellOnline(stores, organizationId, offline))
    if (left) putAside(locked, organizationId, left, true)
    else putAside(failed, organizationId, offline, true)
    return items.map(([id]) => id)
  }

  async function judgeBatch(
    organizationId: string,
    judgement: Judgement,
    faults: unknown[],
  ): Promise<void> {
    const { ids, batches } = judgement
    const batch = await attempt(faults, () => workFor(organizationId, () => batches.next()))
    if (batch?.done === false) judged.set(organizationId, judgement)
    else judged.delete(organizationId)
    if (!batch) return putAside(failed, organizationId, ids)
    for (const id of batch.value.told) enqueue(organizationId, id, false)
    putAside(locked, organizationId, batch.value.locked)
  }

  /** Reports the first fault while nothing else fails, and when nothing does any more. */
  function noteEnd(of: string, faults: readonly unknown[]): void {
    const wasFailing = failing.size > 0
    if (faults.length === 0) failing.delete(of)
    else failing.add(of)
    if (failing.size > 0 === wasFailing) return
    onChange(wasFailing ? undefined : faults[0])
  }

  return {
    seen(things) {
      enqueueAgain(failed)
      for (const { organizationId, thingId, isOffline } of things) {
        enqueue(organizationId, thingId, isOffline)
      }
      if (waiting.size === 0) return
      news.resolve()
      // Not as part of the caller's work: its organization's turns are not for what all wait for.
      running ??= workFor('thing signals', run)
    },
    async told(signal) {
      end = signal
      await running
    },
  }
}
