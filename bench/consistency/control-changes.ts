import type { Dice } from './dice.ts'
import type { Control, Place } from './model/control.ts'
import type { Thing } from './model/thing.ts'
import { levelOf } from './prepare.ts'

export const zones = [
  'Europe/Oslo',
  'UTC',
  'America/New_York',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
] as const

/** What a worker groups its things by. */
export interface Groups {
  readonly siteIds: readonly string[]
  readonly fleetIds: readonly string[]
}

/** A change of control data: the call, and what is true after it. */
export interface ControlChange {
  readonly path: string
  readonly body: unknown
  readonly next: Control
}

export function anyPlace({ siteIds, fleetIds }: Groups, dice: Dice): Place {
  return {
    siteId: dice.of([...siteIds, ...siteIds, null]),
    fleetIds: fleetIds.filter(() => dice.chance(0.5)),
    line: dice.of(['north', 'south', null]),
  }
}

/** A change of what groups, calendars and coverage go by. */
export function anyChange(
  worker: string,
  groups: Groups,
  now: Control,
  thing: Thing,
  dice: Dice,
): ControlChange {
  if (dice.chance(0.4)) {
    const [siteId, timezone] = [dice.of(groups.siteIds), dice.of(zones)]
    const next = { ...now, zones: { ...now.zones, [siteId]: timezone } }
    return { path: `/v2/site/${siteId}`, body: { timezone }, next }
  }
  if (dice.chance(0.3)) {
    const expectedIntervalSeconds = dice.of([null, 20, 60, 3600])
    const next = { ...now, expectedSeconds: expectedIntervalSeconds }
    const path = `/v2/metric-definition/${levelOf(worker)}`
    return { path, body: { expectedIntervalSeconds }, next }
  }
  const place = anyPlace(groups, dice)
  const { line, ...at } = place
  const next = { ...now, places: new Map([...now.places, [thing, place]]) }
  return { path: `/v2/thing/${thing.id}`, body: { ...at, labels: { line } }, next }
}

export function labelsOf(line: string | null): Record<string, string> {
  return line === null ? {} : { line }
}
