import type { Fleet } from '@sluice/contract'
import type { Context } from '../context.ts'
import type { Prisma } from '../database/generated/client.ts'
import { etagOf } from '../resources/etag.ts'

/** The relations that every read of a fleet loads. */
export const withCount = {
  _count: { select: { members: true } },
} as const satisfies Prisma.FleetInclude

type FleetRow = Prisma.FleetGetPayload<{ include: typeof withCount }>

/** Adds their counts to a page of fleets. Included in its statement, they would be counted for all fleets. */
export async function counted<Row extends { id: string }>(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  fleets: readonly Row[],
): Promise<(Row & { _count: { members: number } })[]> {
  const counts = await db.fleetMember.groupBy({
    by: ['fleetId'],
    where: { organizationId: actor.organization.id, fleetId: { in: fleets.map(({ id }) => id) } },
    _count: true,
  })
  const byId = new Map(counts.map(({ fleetId, _count }) => [fleetId, _count]))
  return fleets.map((fleet) => ({ ...fleet, _count: { members: byId.get(fleet.id) ?? 0 } }))
}

export function presentFleet(row: FleetRow): Fleet {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    labels: row.labels as Fleet['labels'],
    thingCount: row._count.members,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    etag: etagOf(row),
  }
}
