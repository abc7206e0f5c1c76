import { setTimeout as pause } from 'node:timers/promises'
import { type Lot, LotsInTurn, type OnBackground, workFor } from '@sluice/runtime'
import type { Core } from '../context.ts'
import type { SeenThing } from '../last-seen/buffer.ts'
import { listening } from './listening.ts'
import { tellOnline } from './online-things.ts'
import { judgeThresholds } from './thresholds.ts'

type Stores = Pick<Core, 'db' | 'telemetry' | 'clock'>

/** Things of an organization that are looked at in its turn. */
const LOT = 200
/** Milliseconds until things are looked at again that somebody had locked, where nothing else waits. */
const LOCKED = 250

/** Tells of things that sent data: those that came online, and the values that crossed a threshold. */
export interface Teller {
  seen(things: readonly SeenThing[]): void
  /** Resolves once nothing waits to be looked at, or with the lot that is under way when the signal comes. */
  told(end?: AbortSignal): Promise<void>
}

/**
 * Organizations take turns, a lot of things or thresholds each: one whose things are many, or many are told of, keeps only itself
 * waiting. Its statements are its own as well, so they take none of the service's turns at Postgres. A thing
 * that sends again while it waits is looked at once. Where telling fails it is not repeated: the thing's next data is looked at again.
 */
export function openTeller(stores: Stores, onChange: OnBackground = () => {}): Teller {
  /** Whether each is offline. */
  const waiting = new LotsInTurn<boolean>()
  /** Thresholds that are being judged, by organization: a turn does one lot of them. */
  const judged = new Map<string, AsyncGenerator<void, void>>()
  /** Somebody changes them: nobody else waits for that. */
  const locked: Lot<boolean>[] = []
  let running: Promise<void> | undefined
  let end: AbortSignal | undefined
  let [faults, isFailing]: [unknown[], boolean] = [[], false]

  async function run(): Promise<void> {
    while (!end?.aborted && waiting.size + judged.size + locked.length > 0) {
      if (waiting.size + judged.size === 0) await pause(LOCKED)
      for (const lot of locked.splice(0)) waiting.putBack(lot)
      faults = []
      const round = waiting.organizations().filter((id) => !judged.has(id))
      const judging = await attempt(() =>
        listening(stores.db, round, ['metric.breached', 'metric.cleared']),
      )
      for (const [organizationId, lots] of judged) {
        if (!end?.aborted) await judgeLot(organizationId, lots)
      }
      for (const organizationId of round) {
        if (end?.aborted) break
        const ids = await workFor(organizationId, () => tellLot(organizationId))
        if (!judging?.has(organizationId)) continue
        await judgeLot(organizationId, judgeThresholds(stores, organizationId, ids))
      }
      noteFaults()
    }
    running = undefined
  }

  /** Tells of the next things that came online; answers all that sent data. */
  async function tellLot(organizationId: string): Promise<string[]> {
    const { items } = waiting.take(LOT, organizationId)
    const offline = items.flatMap(([id, isOffline]) => (isOffline ? [id] : []))
    const left = await attempt(() => tellOnline(stores, organizationId, offline))
    if (left?.length) locked.push({ organizationId, items: left.map((id) => [id, true]) })
    return items.map(([id]) => id)
  }

  async function judgeLot(organizationId: string, lots: AsyncGenerator<void, void>): Promise<void> {
    const lot = await attempt(() => workFor(organizationId, () => lots.next()))
    if (lot?.done === false) judged.set(organizationId, lots)
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
