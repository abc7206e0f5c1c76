import type { Thing } from './thing.ts'

/** Where a thing belongs. */
export interface Place {
  readonly siteId: string | null
  readonly fleetIds: readonly string[]
  /** Its label `line`. */
  readonly line: string | null
}

/** Control data of a worker that answers depend on, besides samples. A change makes another one. */
export interface Control {
  /** By site. */
  readonly zones: Readonly<Record<string, string>>
  readonly places: ReadonlyMap<Thing, Place>
  /** Seconds after which the next sample of `level` is expected, as its definition says; null where none is. */
  readonly expectedSeconds: number | null
}

export const noControl: Control = { zones: {}, places: new Map(), expectedSeconds: null }

export const groupings = ['site', 'fleet', 'label:line'] as const
export type Grouping = (typeof groupings)[number]

/** The groups of some things; those that have none are in the group null. */
export function groupsOf(
  control: Control,
  things: readonly Thing[],
  by: Grouping,
): [name: string | null, members: Thing[]][] {
  const groups = new Map<string | null, Thing[]>()
  for (const thing of things) {
    const names = namesOf(control, thing, by)
    for (const name of names.length > 0 ? names : [null]) {
      groups.set(name, [...(groups.get(name) ?? []), thing])
    }
  }
  return [...groups]
}

/** The things of a site or a fleet. */
export function membersOf(
  control: Control,
  things: readonly Thing[],
  by: 'site' | 'fleet',
  id: string,
): readonly Thing[] {
  return things.filter((thing) => namesOf(control, thing, by).includes(id))
}

function namesOf({ places }: Control, thing: Thing, by: Grouping): readonly string[] {
  const { siteId = null, fleetIds = [], line = null } = places.get(thing) ?? {}
  if (by === 'fleet') return fleetIds
  const name = by === 'site' ? siteId : line
  return name === null ? [] : [name]
}

/** The time zone of a thing's calendar intervals where a question names none. */
export function zoneOf({ zones, places }: Control, thing: Thing): string {
  return zones[places.get(thing)?.siteId ?? ''] ?? 'UTC'
}
