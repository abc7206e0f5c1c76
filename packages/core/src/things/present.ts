import type { Thing } from '@sluice/contract'
import type { Prisma } from '../database/generated/client.ts'
import { etagOf } from '../resources/etag.ts'
import type { ThingPlace } from '../scopes/index.ts'

/** The relations that every read of a thing loads. */
export const withFleets = {
  fleets: { select: { fleetId: true } },
} as const satisfies Prisma.ThingInclude

export type ThingRow = Prisma.ThingGetPayload<{ include: typeof withFleets }>

/** The columns that answers need. */
export type PresentedRow = Omit<ThingRow, 'organizationId' | 'number' | 'labelTokens' | 'online'>

export function presentThing(row: PresentedRow): Thing {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    labels: row.labels as Thing['labels'],
    thingTypeId: row.thingTypeId,
    siteId: row.siteId,
    // Not in the order of the database, which depends on its collation.
    fleetIds: row.fleets.map(({ fleetId }) => fleetId).sort(),
    status: row.status,
    location: row.location as Thing['location'],
    attributes: row.attributes as Thing['attributes'],
    lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    etag: etagOf(row),
  }
}

/** What decides the paths by which scopes reach the thing. */
export function placeOf(
  row: Pick<ThingRow, 'id' | 'thingTypeId' | 'siteId' | 'fleets'>,
): ThingPlace {
  return { ...row, fleetIds: row.fleets.map(({ fleetId }) => fleetId) }
}
