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

/** Without members that are null, which an import would remove; null if none is left. */
function filled(value: object): object | null {
  const members = withoutNulls(value)
  return Object.keys(members).length > 0 ? members : null
}

function withoutNulls(value: object): object {
  if (Array.isArray(value)) return value
  const kept = Object.entries(value).filter(([, member]) => member !== null)
  return Object.fromEntries(
    kept.map(([name, member]) => [
      name,
      typeof member === 'object' ? withoutNulls(member) : member,
    ]),
  )
}
