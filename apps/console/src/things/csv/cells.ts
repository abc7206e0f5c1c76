import type { Thing } from '@sluice/contract'

/** The columns of a CSV file of things, in the order of an export. */
export const thingCells = [
  'id',
  'name',
  'description',
  'thingTypeId',
  'siteId',
  'fleetIds',
  'status',
  'latitude',
  'longitude',
  'labels',
  'attributes',
] as const

export type ThingCell = (typeof thingCells)[number]

/** A thing as a row. Fleets are separated by spaces; labels and attributes are JSON. */
export function cellsOf(thing: Thing): unknown[] {
  const [longitude, latitude] = thing.location?.coordinates ?? [null, null]
  const cells: Record<ThingCell, unknown> = {
    ...{ id: thing.id, name: thing.name, description: thing.description },
    ...{ thingTypeId: thing.thingTypeId, siteId: thing.siteId, status: thing.status },
    ...{ fleetIds: thing.fleetIds.join(' '), latitude, longitude },
    ...{ labels: filled(thing.labels), attributes: filled(thing.attributes) },
  }
  return thingCells.map((cell) => cells[cell])
}

function filled(value: Record<string, unknown>): Record<string, unknown> | null {
  return Object.keys(value).length > 0 ? value : null
}
