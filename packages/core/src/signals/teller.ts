import { setTimeout as pause } from 'node:timers/promises'
import { type Lot, LotsInTurn, type OnBackground } from '@sluice/runtime'
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
  /** Resolves once nothing waits to be looked at. */
  told(): Promise<void>
}

/**
 * Organizations take turns, a lot of things each: one whose things are many, or many are told of, keeps only itself waiting. A thing
 * that sends again while it waits is looked at once. Where telling fails it is not repeated: the thing's next data is looked at again.
 */
export function openTeller(stores: Stores, onChange: OnBackground = () => {}): Teller {
  /** Whether each is offline. */
  const waiting = new LotsInTurn<boolean>()
  /** Somebody changes them: nobody else waits for that. */
  const locked: Lot<boolean>[] = []
  let running: Promise<void> | undefined
  let [faults, isFailing]: [unknown[], boolean] = [[], false]

  async function run(): Promise<void> {
    while (waiting.size + locked.length > 0) {
      if (waiting.size === 0) await pause(LOCKED)
      for (const lot of locked.splice(0)) waiting.putBack(lot)
      faults = []
      const round = waiting.organizations()
      const judging = await attempt(() =>
        listening(stores.db, round, ['metric.breached', 'metric.cleared']),
      )
      for (const organizationId of round) {
        const { items } = waiting.take(LOT, organizationId)
        const ids = items.map(([id]) => id)
        const offline = items.flatMap(([id, isOffline]) => (isOffline ? [id] : []))
        const left = await attempt(() => tellOnline(stores, organizationId, offline))
        if (left?.length) locked.push({ organizationId, items: left.map((id) => [id, true]) })
        if (!judging?.has(organizationId)) continue
        await attempt(() => judgeThresholds(stores, organizationId, ids))
      }
      noteFaults()
    }
    running = undefined
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
    async told() {
      await running
    },
  }
}
