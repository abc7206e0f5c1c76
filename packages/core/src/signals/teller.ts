import type { OnBackground } from '@sluice/runtime'
import type { Core } from '../context.ts'
import type { SeenThing } from '../last-seen/buffer.ts'
import { listening } from './listening.ts'
import { tellOnline } from './online-things.ts'
import { judgeThresholds } from './thresholds.ts'

type Stores = Pick<Core, 'db' | 'telemetry' | 'clock'>

/** Things of an organization that are looked at in its turn. */
const LOT = 200

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
  /** In the order of their turns. */
  const waiting = new Map<string, Set<string>>()
  let running: Promise<void> | undefined
  let [faults, isFailing]: [unknown[], boolean] = [[], false]

  async function run(): Promise<void> {
    while (waiting.size > 0) {
      faults = []
      const round = [...waiting.keys()]
      const judging = await attempt(() =>
        listening(stores.db, round, ['metric.breached', 'metric.cleared']),
      )
      for (const organizationId of round) {
        const ids = takeLot(organizationId)
        await attempt(() => tellOnline(stores, organizationId, ids))
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

  function takeLot(organizationId: string): string[] {
    const [...ids] = waiting.get(organizationId) ?? []
    waiting.delete(organizationId)
    const rest = ids.splice(LOT)
    if (rest.length > 0) waiting.set(organizationId, new Set(rest))
    return ids
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
      for (const { organizationId, thingId } of things) {
        const ids = waiting.get(organizationId)
        if (ids) ids.add(thingId)
        else waiting.set(organizationId, new Set([thingId]))
      }
      running ??= run()
    },
    async told() {
      await running
    },
  }
}
